//! Reader of CoNLL-U, the format of Universal Dependencies' treebanks.
//!
//! The spans of the tokens refer to the sentence's text, put together from the forms. Words that
//! are only understood (`8.1`) are left out; a contraction (`1-2`) is there by its parts.

use super::features::Features;
use super::relation::{Relation, Subtype};
use super::tag::{PennTag, UniversalTag};
use super::token::{Sentence, Token};
use crate::read_error::ReadError;

/// Columns of a line.
const COLUMNS: usize = 10;

/// Reads all sentences.
pub fn read_conllu(text: &str) -> Result<Vec<Sentence>, ReadError> {
    let mut sentences = Vec::new();
    let mut builder = Builder::default();
    for (nth, line) in text.lines().enumerate() {
        let line = line.trim_end_matches('\r');
        let result = if line.is_empty() {
            builder.finish(&mut sentences)
        } else if line.starts_with('#') {
            Ok(())
        } else {
            builder.token(line)
        };
        result.map_err(|why| ReadError { line: nth + 1, why })?;
    }
    let lines = text.lines().count();
    builder.finish(&mut sentences).map_err(|why| ReadError { line: lines, why })?;
    Ok(sentences)
}

/// A sentence whose lines are being read.
#[derive(Default)]
struct Builder {
    tokens: Vec<Token>,
    /// Where the next token starts.
    at: usize,
    /// The last part of a contraction, and what follows it.
    contraction: Option<(usize, bool)>,
}

impl Builder {
    fn token(&mut self, line: &str) -> Result<(), String> {
        let columns: Vec<&str> = line.split('\t').collect();
        let [id, form, lemma, tag, penn, _, head, relation, _, misc] = columns[..] else {
            return Err(format!(
                "it has {} columns, where CoNLL-U has {COLUMNS} between tabs",
                columns.len()
            ));
        };
        let space = !misc.split('|').any(|item| item == "SpaceAfter=No");
        if id.contains('.') {
            return Ok(());
        }
        if let Some((_, last)) = id.split_once('-') {
            self.contraction = Some((number(last)?, space));
            return Ok(());
        }
        if number(id)? != self.tokens.len() + 1 {
            return Err(format!(
                "the word has number {id}, where {} comes next",
                self.tokens.len() + 1
            ));
        }
        let head = number(head)?.checked_sub(1);
        let tag = UniversalTag::from_name(tag)
            .ok_or_else(|| format!("`{}` is no universal tag", crate::read_error::shown(tag)))?;
        let penn = PennTag::from_name(penn).unwrap_or(PennTag::Xx);
        let (relation, subtype) = relation.split_once(':').unwrap_or((relation, ""));
        let relation = Relation::from_name(relation)
            .ok_or_else(|| format!("`{}` is no relation", crate::read_error::shown(relation)))?;
        let span = self.at..self.at + form.len();
        let nth = self.tokens.len() + 1;
        let after = match self.contraction.take() {
            Some((last, space)) if nth < last => {
                self.contraction = Some((last, space));
                false
            }
            Some((_, after_all)) => after_all,
            None => space,
        };
        self.at = span.end + usize::from(after);
        self.tokens.push(Token {
            form: form.to_owned(),
            span,
            lemma: lemma.to_owned(),
            tag,
            penn,
            features: Features::of(form, penn),
            head,
            relation,
            subtype: Subtype::from_name(subtype),
        });
        Ok(())
    }

    fn finish(&mut self, sentences: &mut Vec<Sentence>) -> Result<(), String> {
        let Builder { tokens, .. } = std::mem::take(self);
        if tokens.is_empty() {
            return Ok(());
        }
        let count = tokens.len();
        if let Some(head) = tokens.iter().filter_map(|token| token.head).find(|&it| it >= count) {
            return Err(format!("a head is word {}, but the sentence has {count}", head + 1));
        }
        let sentence = Sentence { tokens };
        if sentence.tokens.iter().filter(|token| token.head.is_none()).count() != 1 {
            return Err("the sentence does not have exactly one root".to_owned());
        }
        if sentence.has_circle() {
            return Err("the heads of the sentence form a circle".to_owned());
        }
        sentences.push(sentence);
        Ok(())
    }
}

impl Sentence {
    /// Returns true if some word's heads do not lead to the root.
    fn has_circle(&self) -> bool {
        let mut reached = vec![false; self.tokens.len()];
        for start in 0..self.tokens.len() {
            let path: Vec<usize> = std::iter::once(start)
                .chain(self.ancestors(start))
                .take_while(|&nth| reached.get(nth) == Some(&false))
                .collect();
            if path.len() > self.tokens.len() {
                return true;
            }
            for nth in path {
                if let Some(place) = reached.get_mut(nth) {
                    *place = true;
                }
            }
        }
        false
    }
}

fn number(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| format!("`{}` is no word's number", crate::read_error::shown(text)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::Draw;

    const DONT: &str = "# text = They don't.\n\
        1\tThey\tthey\tPRON\tPRP\t_\t2\tnsubj:pass\t_\t_\n\
        2-3\tdon't\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n\
        2\tdo\tdo\tAUX\tVBP\t_\t0\troot\t_\t_\n\
        3\tn't\tnot\tPART\tRB\t_\t2\tadvmod\t_\t_\n\
        3.1\tgo\tgo\tVERB\tVB\t_\t_\t_\t2:dep\t_\n\
        4\t.\t.\tPUNCT\t.\t_\t2\tpunct\t_\t_\n\n";

    #[test]
    fn a_sentence_has_its_words_and_their_spans() {
        let [sentence] = read_conllu(DONT).unwrap().try_into().unwrap();
        let tokens = &sentence.tokens;
        let spans: Vec<_> = tokens.iter().map(|token| token.span.clone()).collect();
        assert_eq!(spans, [0..4, 5..7, 7..10, 10..11]);
        let heads: Vec<_> = tokens.iter().map(|token| token.head).collect();
        assert_eq!(heads, [Some(1), None, Some(1), Some(1)]);
        assert!(tokens[0].is(Relation::Nsubj, Subtype::Pass));
        assert_eq!(sentence.root(), Some(1));
        assert_eq!(sentence.subtree(1), [0, 1, 2, 3]);
        assert_eq!(sentence.span(), 0..11);
    }

    #[test]
    fn a_wrong_line_is_named() {
        for (line, why) in [
            ("1\tA", "line 1: it has 2 columns, where CoNLL-U has 10 between tabs"),
            (
                "2\tA\ta\tDET\tDT\t_\t0\troot\t_\t_",
                "line 1: the word has number 2, where 1 comes next",
            ),
            ("1\tA\ta\tARTICLE\tDT\t_\t0\troot\t_\t_", "line 1: `ARTICLE` is no universal tag"),
            ("1\tA\ta\tDET\tDT\t_\t0\tthe\t_\t_", "line 1: `the` is no relation"),
            ("1\tA\ta\tDET\tDT\t_\t-1\troot\t_\t_", "line 1: `-1` is no word's number"),
            (
                "1\tA\ta\tDET\tDT\t_\t9\troot\t_\t_",
                "line 1: a head is word 9, but the sentence has 1",
            ),
            (
                "1\tA\ta\tDET\tDT\t_\t1\tdet\t_\t_",
                "line 1: the sentence does not have exactly one root",
            ),
        ] {
            assert_eq!(read_conllu(line).unwrap_err().to_string(), why);
        }
        let circle = "1\tA\ta\tX\tFW\t_\t0\troot\t_\t_\n\
            2\tA\ta\tX\tFW\t_\t3\tdep\t_\t_\n3\tA\ta\tX\tFW\t_\t2\tdep\t_\t_\n\n";
        let error = read_conllu(circle).unwrap_err().to_string();
        assert_eq!(error, "line 4: the heads of the sentence form a circle");
    }

    #[test]
    fn altered_files_are_read_or_refused() {
        let mut draw = Draw(5);
        let pieces = ["\t", "\n", "0", "3-", "-", "1.1", "root", "é", "", "PRON"];
        for _ in 0..20_000 {
            let mut text = DONT.to_owned();
            for _ in 0..=draw.below(3) {
                let at = draw.below(text.len());
                let to = (at + draw.below(4)).min(text.len());
                if text.is_char_boundary(at) && text.is_char_boundary(to) {
                    text.replace_range(at..to, pieces[draw.below(pieces.len())]);
                }
            }
            for sentence in read_conllu(&text).unwrap_or_default() {
                let root = sentence.root().unwrap();
                assert_eq!(sentence.subtree(root).len(), sentence.tokens.len());
            }
        }
    }
}
