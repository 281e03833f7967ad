import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.util.QueryBuilder;
import org.apache.lucene.util.Version;

/**
 * The five best passages at each keystroke, by Lucene: stems of English words without stop words, one segment in a
 * mapped file, the default BM25. Reads and prints what guess.py does; the second argument is an empty folder.
 */
class Lucene {
    public static void main(String[] arguments) throws Exception {
        var mapper = new ObjectMapper();
        JsonNode work = mapper.readTree(new File(arguments[0]));
        var analyzer = new EnglishAnalyzer();
        var directory = new MMapDirectory(Path.of(arguments[1]));
        try (var writer = new IndexWriter(directory, new IndexWriterConfig(analyzer))) {
            for (JsonNode text : work.get("texts")) {
                var document = new Document();
                document.add(new TextField("text", text.asText(), Field.Store.NO));
                writer.addDocument(document);
            }
            writer.forceMerge(1);
        }
        var searcher = new IndexSearcher(DirectoryReader.open(directory));
        var builder = new QueryBuilder(analyzer);
        int prefixes = 0;
        for (JsonNode question : work.get("prefixes")) prefixes += question.size();
        double[] fastest = new double[prefixes];
        Arrays.fill(fastest, Double.MAX_VALUE);
        for (int pass = 0; pass < work.get("passes").asInt(); pass++) {
            int nth = 0;
            for (JsonNode question : work.get("prefixes")) {
                for (JsonNode prefix : question) {
                    String text = prefix.asText();
                    long begun = System.nanoTime();
                    Query query = builder.createBooleanQuery("text", text);
                    // There is no query without a word.
                    if (query != null) searcher.search(query, 5);
                    fastest[nth] = Math.min(fastest[nth], (System.nanoTime() - begun) / 1e6);
                    nth++;
                }
            }
        }
        var peer = mapper.createObjectNode().put("name", "Lucene " + Version.LATEST);
        var milliseconds = peer.putArray("milliseconds");
        for (double time : fastest) milliseconds.add(time);
        System.out.println(mapper.createArrayNode().add(peer));
    }
}
