"""Writes the small dictionary of the tests beside itself, in the format of WordNet's files.

Each line below is a synset: its words, what it is a kind of (by first words; "i:" before what it
is an instance of, "!" before the opposite of its first word, "&" before what it is similar to),
and a gloss. The senses of a word rank as they come.
"""

from pathlib import Path

NOUNS = """
entity | | whatever is
object | entity | what can be seen and touched
abstraction | entity | what is only thought of
being living_thing | object | what lives and dies
animal beast | being | a being that moves by itself
person human | being | a being that talks
plant | being | a being with roots
pet | animal | an animal kept for company
carnivore | animal | an animal that eats animals
canine | carnivore | an animal of the dog's family
dog hound | canine pet | the animal that barks
cat | pet | the animal that purrs
mouse | animal | a small animal that is hunted by the cat
adult grownup | person | a person who has grown up
child kid | person | a person who is still growing
boy | child | a child who will be a man
girl | child | a child who will be a woman
man | adult | an adult who was a boy
woman | adult | an adult who was a girl
president | adult | a person who leads a country
George_Washington Washington | i:president | the first to lead the United States
tree | plant | a plant with a trunk
artifact | object | what somebody made
vehicle | artifact | what carries people on wheels
car automobile motorcar | vehicle | a vehicle with a motor
bicycle bike | vehicle | a vehicle without a motor
mouse | artifact | what moves the arrow on a screen
place | object | where something is
city | place | where many people live
Washington | i:city | where the president lives
country land | place | a place with a government
bank | place | the land beside a river
group | abstraction | several together
government | group | those who rule
congress | government | those who make the laws
party | group | those who want to rule
bank | group | those who lend money
feeling | abstraction | what moves somebody
love | feeling | what is felt for whom one likes
hate | feeling !love | what is felt for whom one does not like
freedom liberty | abstraction | being let do what one wants
speech | abstraction | what is said
run | abstraction | a time on the feet
"""

VERBS = """
move | | be elsewhere than before
go travel | move | move to another place
run | go | go fast on the feet
walk | go | go slowly on the feet
rise | move | move up
fall | move !rise | move down
change | | be other than before
grow | change | become larger
say | | give words to a thought
talk speak | say | say more than a little
run | change | lead, as one leads a bank
love | | like very much
"""

ADJECTIVES = """
big large | | of more than the usual size
small little | !big | of less than the usual size
huge | &big | of far more than the usual size
good | | as it should be
bad | !good | not as it should be
free | | let do what one wants
alive(p) | | that has not died
"""

ADVERBS = """
well | | as it should be done
badly | !well | not as it should be done
fast | | in little time
"""

EXCEPTIONS = {
    "noun": "children child\nmen man\nmice mouse\nwomen woman\n",
    "verb": "fell fall\ngrew grow\nran run\nrisen rise\nspoke speak\nwent go\n",
    "adj": "better good\nworse bad\n",
    "adv": "better well\nworse badly\n",
}

HEAD = "  1 A small dictionary for tests, written by make.py.  \n"


def synsets(text):
    for line in text.strip().split("\n"):
        words, relations, gloss = (field.strip() for field in line.split("|"))
        yield words.split(), relations.split(), gloss


def pointers(relations, letter, offsets):
    symbols = {"i": "@i", "!": "!", "&": "&"}
    for relation in relations:
        symbol = symbols.get(relation[0]) if relation[:2] == "i:" or relation[0] in "!&" else "@"
        words = "0101" if symbol == "!" else "0000"
        to = offsets[relation.removeprefix("i:").lstrip("!&")]
        yield f"{symbol} {to:08} {letter} {words}"


def lines(text, letter):
    """Twice: where a line begins does not depend on the offsets in it."""
    offsets = {}
    for words, relations, _ in synsets(text):
        for name in (words[0], *(relation.removeprefix("i:").lstrip("!&") for relation in relations)):
            offsets.setdefault(name, 0)
    for fill in (True, False):
        at = len(HEAD.encode())
        for words, relations, gloss in synsets(text):
            if fill and not offsets[words[0]]:
                offsets[words[0]] = at
            kind = "s" if any(relation[0] == "&" for relation in relations) else letter
            found = list(pointers(relations, letter, offsets))
            fields = [f"{at:08}", "00", kind, f"{len(words):02x}", *(f"{word} 0" for word in words)]
            fields += [f"{len(found):03}", *found]
            if letter == "v":
                fields.append("01 + 02 00")
            line = f"{' '.join(fields)} | {gloss}  \n"
            if not fill:
                yield at, [word.split("(")[0] for word in words], line
            at += len(line.encode())


def main():
    folder = Path(__file__).parent
    parts = [("noun", "n", NOUNS), ("verb", "v", VERBS), ("adj", "a", ADJECTIVES), ("adv", "r", ADVERBS)]
    for part, letter, text in parts:
        senses, data = {}, HEAD
        for at, words, line in lines(text, letter):
            data += line
            for word in words:
                senses.setdefault(word.lower(), []).append(at)
        index = HEAD + "".join(
            f"{word} {letter} {len(found)} 0 {len(found)} 0 {' '.join(f'{at:08}' for at in found)}  \n"
            for word, found in sorted(senses.items())
        )
        for name, content in (f"data.{part}", data), (f"index.{part}", index), (f"{part}.exc", EXCEPTIONS[part]):
            (folder / name).write_text(content)


if __name__ == "__main__":
    main()
