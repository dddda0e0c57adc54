package dev.throughline.run.training;

import dev.throughline.testing.ProxyProfile;
import dev.throughline.testing.ScriptedBackend;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/// A reader of tables that knows nothing of this program finds one type for each column, whatever tools
/// and arguments the conversations have.
@QuarkusTest
@TestProfile(ProxyProfile.class)
class TrainingTableIT {
    @TestHTTPResource("/")
    URI service;

    ScriptedBackend backend;

    @TempDir
    Path folder;

    private RecordedTrainingRun recorded() throws Exception {
        RecordedTrainingRun run = RecordedTrainingRun.open(service, backend);
        run.ask(RecordedTrainingRun.question("Plain?"), RecordedTrainingRun.answer("", "No tools."));
        run.request()
                .putArray("tools")
                .addObject()
                .put("type", "function")
                .putObject("function")
                .put("name", "find");
        run.ask(
                RecordedTrainingRun.question("One?"),
                RecordedTrainingRun.call("r", "c1", "find", "{\"q\": 1, \"deep\": {\"a\": [1]}}"));
        run.request().putObject("chat_template_kwargs").put("clear_thinking", false);
        run.ask(
                RecordedTrainingRun.question("Two?"),
                RecordedTrainingRun.call("r", "c2", "count", "{\"q\": \"text\", \"deep\": []}"));
        return run;
    }

    private List<List<String>> query(String sql, String rows) throws Exception {
        Path file = Files.writeString(folder.resolve("train.jsonl"), rows);
        try (Connection table = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = table.createStatement();
                ResultSet found = statement.executeQuery(
                        sql.formatted("read_json_auto('" + file + "', format = 'newline_delimited')"))) {
            return read(found);
        }
    }

    private static List<List<String>> read(ResultSet found) throws SQLException {
        List<List<String>> rows = new ArrayList<>();
        while (found.next()) {
            List<String> row = new ArrayList<>();
            for (int column = 1; column <= found.getMetaData().getColumnCount(); column++) {
                row.add(String.valueOf(found.getObject(column)));
            }
            rows.add(row);
        }
        return rows;
    }

    @Test
    void messagesHaveOneTypeForAllTools() throws Exception {
        String rows = recorded().export("").body();

        List<List<String>> types = query("SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM %s)", rows);
        assertThat(types)
                .extracting(List::getFirst)
                .containsExactly(
                        "messages",
                        "trainable_mask",
                        "message_loss_mask",
                        "tools",
                        "chat_template_kwargs",
                        "provenance");
        assertThat(types.get(0).get(1))
                .startsWith(
                        "STRUCT(\"role\" VARCHAR, \"content\" VARCHAR, reasoning_content VARCHAR, tool_calls STRUCT(")
                .contains("arguments VARCHAR");
        assertThat(types.get(1).get(1)).isEqualTo("BOOLEAN[]");
        assertThat(types.get(5).get(1)).contains("lost ").contains("verdict ");
        assertThat(query(
                        "SELECT messages[-1].tool_calls[1].function.arguments FROM %s ORDER BY provenance.exchange",
                        rows))
                .extracting(List::getFirst)
                .containsExactly("null", "{\"q\": 1, \"deep\": {\"a\": [1]}}", "{\"q\": \"text\", \"deep\": []}");
    }

    @Test
    void tokensAreListsOfNumbers() throws Exception {
        String rows = recorded()
                .export("?shape=tokens&tokenizer=small&template=glm-4.7")
                .body();

        List<List<String>> types = query("SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM %s)", rows);
        assertThat(types.subList(0, 4))
                .containsExactly(
                        List.of("input_ids", "BIGINT[]"),
                        List.of("loss_mask", "BIGINT[]"),
                        List.of("assistant_masks", "BIGINT[]"),
                        List.of("completion_mask", "BIGINT[]"));
        assertThat(query(
                        "SELECT count(*) FROM %s WHERE len(input_ids) = len(loss_mask) AND list_sum(loss_mask) > 0",
                        rows))
                .containsExactly(List.of("3"));
    }
}
