package dev.throughline.export;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

/// Writes JUnit XML for CI servers. No times are known, so all are 0. Source: the schemas of Apache Ant's
/// JUnit task and of Jenkins' xUnit plugin; valid against both.
public final class JUnitFile {
    private static final DateTimeFormatter TIMESTAMP = DateTimeFormatter.ISO_LOCAL_DATE_TIME.withZone(ZoneOffset.UTC);

    private JUnitFile() {}

    /// The result of a case.
    public enum Result {
        PASSED,
        FAILURE,
        ERROR,
        SKIPPED
    }

    /// Some cases.
    public record TestSuite(String name, List<TestCase> cases) {
        public long failures() {
            return count(Result.FAILURE);
        }

        public long errors() {
            return count(Result.ERROR);
        }

        public long skipped() {
            return count(Result.SKIPPED);
        }

        private long count(Result result) {
            return cases.stream().filter(one -> one.result() == result).count();
        }

        /// The class to which servers assign the cases.
        public String owner() {
            return "throughline." + name.replaceAll("[^A-Za-z0-9_]+", "-");
        }
    }

    /// @param type the outcome or status
    /// @param details additional details beyond the message
    public record TestCase(String name, Result result, String type, String message, String details) {}

    /// A property added to every suite.
    public record Property(String name, String value) {}

    /// The file.
    /// @param moment the time of the measurements
    public static byte[] of(List<TestSuite> suites, Instant moment, List<Property> properties) {
        String timestamp = TIMESTAMP.format(moment.truncatedTo(ChronoUnit.SECONDS));
        return FileTemplate.render(
                "junit.xml", Map.of("suites", suites, "timestamp", timestamp, "properties", properties));
    }
}
