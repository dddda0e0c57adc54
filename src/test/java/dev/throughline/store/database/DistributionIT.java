package dev.throughline.store.database;

import dev.throughline.testing.PostgresResource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/// Runs the statements that `src/site/markdown/operations/scaling.md` distributes the database with on the
/// schema, where functions that only remember their arguments stand in for Citus, and holds the catalog
/// against what Citus asks of keys.
///
/// Source: Citus documentation, "Creating and Modifying Distributed Objects": unique constraints and foreign keys of a
/// distributed table contain its distribution column; foreign keys between distributed tables are of one colocation
/// group; nothing that is not distributed refers to what is.
class DistributionIT {
    private static final Pattern BLOCK = Pattern.compile("```sql\n(.*?)```", Pattern.DOTALL);
    private static final String STAND_IN = """
            CREATE TABLE distributed (place serial, name regclass PRIMARY KEY, distributed_by text NOT NULL,
                colocated text NOT NULL);
            CREATE FUNCTION create_distributed_table(table_name regclass, distribution_column text,
                colocate_with text DEFAULT 'default') RETURNS void LANGUAGE sql AS $$
                INSERT INTO distributed (name, distributed_by, colocated)
                SELECT table_name, attname, CASE colocate_with WHEN 'default' THEN table_name::text
                    ELSE colocate_with::regclass::text END
                FROM pg_attribute WHERE attrelid = table_name AND attname = distribution_column $$""";
    private static final String KEYS_WITHOUT_IT = """
            SELECT d.name || ': ' || pg_get_indexdef(i.indexrelid) FROM distributed d
            JOIN pg_index i ON i.indrelid = d.name AND i.indisunique
            WHERE NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = d.name AND a.attname = d.distributed_by
                AND a.attnum = ANY (i.indkey))""";
    private static final String REFERENCES_ACROSS = """
            SELECT c.conrelid::regclass || ': ' || pg_get_constraintdef(c.oid) FROM pg_constraint c
            JOIN distributed there ON there.name = c.confrelid
            LEFT JOIN distributed here ON here.name = c.conrelid
            WHERE c.contype = 'f' AND NOT EXISTS (
                SELECT FROM unnest(c.conkey, c.confkey) AS k (own, other)
                JOIN pg_attribute o ON o.attrelid = c.conrelid AND o.attnum = k.own AND o.attname = here.distributed_by
                JOIN pg_attribute t ON t.attrelid = c.confrelid AND t.attnum = k.other
                    AND t.attname = there.distributed_by
                WHERE here.place > there.place AND here.colocated = there.colocated)""";
    private static final String REFERENCES_OUT = """
            SELECT c.conrelid::regclass || ': ' || pg_get_constraintdef(c.oid) FROM pg_constraint c
            JOIN distributed here ON here.name = c.conrelid
            WHERE c.contype = 'f' AND c.confrelid NOT IN (SELECT name FROM distributed)""";
    private static final String OF_RUNS = """
            SELECT a.attrelid::regclass::text FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
            WHERE a.attname = 'run_id' AND c.relkind IN ('r', 'p') AND NOT c.relispartition
                AND c.relnamespace = 'public'::regnamespace
            EXCEPT SELECT name::text FROM distributed""";

    @TempDir
    static Path directory;

    private static Database server;
    private static Connection connection;

    @BeforeAll
    static void distribute() throws SQLException, IOException {
        server = Database.openEmbedded(directory, PostgresResource.BINARIES);
        connection = server.dataSource().getConnection();
        try (Statement statement = connection.createStatement()) {
            statement.execute(STAND_IN);
            statement.execute(statements());
        }
    }

    @AfterAll
    static void stop() throws SQLException {
        connection.close();
        server.close();
    }

    /// The block of the page that distributes.
    private static String statements() throws IOException {
        Matcher blocks = BLOCK.matcher(Files.readString(Path.of("src/site/markdown/operations/scaling.md")));
        List<String> found = new ArrayList<>();
        while (blocks.find()) {
            if (blocks.group(1).contains("create_distributed_table")) {
                found.add(blocks.group(1));
            }
        }
        assertThat(found).hasSize(1);
        // The only one that makes Citus itself, which is not here.
        return found.getFirst().replace("CREATE EXTENSION citus;", "");
    }

    @Test
    void everyUniqueKeyOfADistributedTableHasTheColumnItIsDistributedBy() throws SQLException {
        assertThat(list("SELECT name::text FROM distributed")).contains("run", "exchange", "token_slice");
        assertThat(list(KEYS_WITHOUT_IT)).isEmpty();
    }

    @Test
    void everyReferenceToADistributedTableStaysWithinARun() throws SQLException {
        assertThat(list(REFERENCES_ACROSS)).isEmpty();
        assertThat(list(REFERENCES_OUT)).isEmpty();
    }

    @Test
    void onlyWhatIsSmallOrReadAcrossRunsIsLeftOnOneNode() throws SQLException {
        assertThat(list(OF_RUNS)).containsExactlyInAnyOrder("run_alias", "evidence");
    }

    @Test
    void seesKeysAndReferencesThatDoNotAllowIt() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("""
                    BEGIN;
                    CREATE UNIQUE INDEX wrong_key ON item (token);
                    ALTER TABLE run_alias ADD FOREIGN KEY (run_id) REFERENCES run (run_id)""");
            assertThat(list(KEYS_WITHOUT_IT)).hasSize(1).first().asString().contains("wrong_key");
            assertThat(list(REFERENCES_ACROSS)).hasSize(1).first().asString().startsWith("run_alias");
            statement.execute("ROLLBACK");
        }
    }

    private static List<String> list(String sql) throws SQLException {
        List<String> found = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                found.add(rows.getString(1));
            }
        }
        return found;
    }
}
