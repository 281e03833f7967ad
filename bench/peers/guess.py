"""The five best passages at each keystroke, by bm25s (numba) and by tantivy.

Reads a JSON file with texts, prefixes by question, and the number of passes; prints the fastest
milliseconds of each prefix, by peer. Both peers stem English words and leave out stop words."""

import json
import sys
import time

import bm25s
import Stemmer
import tantivy


def bm25s_search(texts):
    stemmer = Stemmer.Stemmer("english")

    def tokens(batch):
        return bm25s.tokenize(batch, stopwords="en", stemmer=stemmer, show_progress=False)

    index = bm25s.BM25(method="lucene", backend="numba")
    index.index(tokens(texts), show_progress=False)

    def search(prefix):
        query = tokens([prefix])
        # It refuses a query without a word.
        return index.retrieve(query, k=5, show_progress=False) if query.ids[0] else []

    return search


def tantivy_search(texts):
    schema = tantivy.SchemaBuilder().add_text_field("text", tokenizer_name="en_stem").build()
    index = tantivy.Index(schema)
    writer = index.writer(200_000_000, 1)
    for text in texts:
        writer.add_document(tantivy.Document(text=[text]))
    writer.commit()
    writer.wait_merging_threads()
    index.reload()
    searcher = index.searcher()
    words = bm25s.tokenization.STOPWORDS_EN

    def search(prefix):
        bare = "".join(c if c.isalnum() else " " for c in prefix).lower().split()
        query = index.parse_query(" ".join(word for word in bare if word not in words), ["text"])
        return searcher.search(query, 5).hits

    return search


def fastest(search, prefixes, passes):
    best = [float("inf")] * sum(map(len, prefixes))
    for _ in range(passes):
        nth = 0
        for question in prefixes:
            for prefix in question:
                begun = time.perf_counter()
                search(prefix)
                best[nth] = min(best[nth], (time.perf_counter() - begun) * 1e3)
                nth += 1
    return best


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        work = json.load(file)
    found = []
    for name, build in [("bm25s, numba", bm25s_search), ("tantivy-py", tantivy_search)]:
        search = build(work["texts"])
        search("compiles what is compiled at the first search")
        times = fastest(search, work["prefixes"], work["passes"])
        found.append({"name": name, "milliseconds": times})
    json.dump(found, sys.stdout)


main()
