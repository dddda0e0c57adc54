package dev.throughline.store.database;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/// What Flyway recorded in a database, compared with the migrations of this program: where both are the same, there
/// is nothing to migrate and nothing to refuse, and Flyway, which takes longer to set up than to look, is not asked.
final class SchemaHistory {
    private static final String FOLDER = "db/migration/";
    private static final String FIRST = FOLDER + "V1__runs_exchanges_tokens.sql";
    private static final String APPLIED = "SELECT script, checksum, success FROM flyway_schema_history";
    private static final int BYTE_ORDER_MARK = 0xFEFF;

    private SchemaHistory() {}

    /// Whether exactly this program's migrations were applied, each with success and as it is here. False also where
    /// nothing is known: no history, or one of another form.
    static boolean isCurrent(Connection connection) {
        try (Statement statement = connection.createStatement();
                ResultSet applied = statement.executeQuery(APPLIED)) {
            return matches(applied);
        } catch (SQLException e) {
            return false;
        }
    }

    private static boolean matches(ResultSet applied) throws SQLException {
        Map<String, Integer> own = checksums();
        while (applied.next()) {
            Optional<Integer> expected = Optional.ofNullable(own.remove(applied.getString(1)));
            boolean isSame = expected.isPresent() && expected.get() == applied.getInt(2) && !applied.wasNull();
            if (!isSame || !applied.getBoolean(3)) {
                return false;
            }
        }
        return own.isEmpty();
    }

    /// The migrations of this program by their names.
    static Map<String, Integer> checksums() {
        Map<String, Integer> checksums = new HashMap<>();
        for (String script : scripts()) {
            checksums.put(script, checksum(script));
        }
        return checksums;
    }

    private static List<String> scripts() {
        try {
            URL first = resource(FIRST);
            return first.openConnection() instanceof JarURLConnection jar
                    ? inJar(jar)
                    : inFolder(Path.of(URI.create(first.toString())).resolveSibling(""));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> inJar(JarURLConnection jar) throws IOException {
        return jar.getJarFile().stream()
                .map(entry -> entry.getName())
                .filter(name -> name.startsWith(FOLDER) && name.endsWith(".sql"))
                .map(name -> name.substring(FOLDER.length()))
                .toList();
    }

    private static List<String> inFolder(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".sql"))
                    .toList();
        }
    }

    /// The checksum that Flyway records. Source: `ChecksumCalculator` of Flyway 12: CRC-32 of the lines in UTF-8,
    /// without their ends and without a byte order mark.
    private static int checksum(String script) {
        CRC32 crc = new CRC32();
        try (InputStream in = resource(FOLDER + script).openStream();
                BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            boolean isFirst = true;
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                boolean isMarked = isFirst && !line.isEmpty() && line.charAt(0) == BYTE_ORDER_MARK;
                crc.update((isMarked ? line.substring(1) : line).getBytes(StandardCharsets.UTF_8));
                isFirst = false;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return (int) crc.getValue();
    }

    private static URL resource(String name) {
        return Optional.ofNullable(SchemaHistory.class.getClassLoader().getResource(name))
                .orElseThrow(() -> new IllegalStateException("the program lacks " + name));
    }
}
