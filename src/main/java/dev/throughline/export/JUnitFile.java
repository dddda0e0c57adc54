package dev.throughline.export;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;

/// Writes JUnit XML for CI servers. No times are known, so all are 0. Source: the schemas of Apache Ant's
/// JUnit task and of Jenkins' xUnit plugin; valid against both.
public final class JUnitFile {
    private static final String PACKAGE = "throughline";
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
        String count(Result result) {
            return Long.toString(
                    cases.stream().filter(one -> one.result() == result).count());
        }
    }

    /// @param type the outcome or status
    /// @param details additional details beyond the message
    public record TestCase(String name, Result result, String type, String message, String details) {
        void write(MarkupWriter xml, String owner) {
            xml.open("testcase", "name", name, "classname", owner, "time", "0");
            switch (result) {
                case PASSED -> {}
                case FAILURE -> xml.element("failure", details, "message", message, "type", type);
                case ERROR -> xml.element("error", details, "message", message, "type", type);
                case SKIPPED -> xml.empty("skipped", "message", message);
            }
            xml.closeLine();
        }
    }

    /// A property added to every suite.
    public record Property(String name, String value) {}

    /// The file.
    /// @param moment the time of the measurements
    public static byte[] of(List<TestSuite> suites, Instant moment, List<Property> properties) {
        MarkupWriter xml = MarkupWriter.xml().open("testsuites").line();
        for (int id = 0; id < suites.size(); id++) {
            write(xml, suites.get(id), id, moment, properties);
        }
        return xml.closeLine().bytes();
    }

    private static void write(MarkupWriter xml, TestSuite suite, int id, Instant moment, List<Property> properties) {
        xml.open(
                        "testsuite",
                        "name",
                        suite.name(),
                        "package",
                        PACKAGE,
                        "id",
                        Integer.toString(id),
                        "timestamp",
                        TIMESTAMP.format(moment.truncatedTo(ChronoUnit.SECONDS)),
                        "hostname",
                        "localhost",
                        "tests",
                        Integer.toString(suite.cases().size()),
                        "failures",
                        suite.count(Result.FAILURE),
                        "errors",
                        suite.count(Result.ERROR),
                        "skipped",
                        suite.count(Result.SKIPPED),
                        "time",
                        "0")
                .line();
        xml.open("properties");
        properties.forEach(property -> xml.empty("property", "name", property.name(), "value", property.value()));
        xml.closeLine();
        String owner = PACKAGE + "." + suite.name().replaceAll("[^A-Za-z0-9_]+", "-");
        suite.cases().forEach(one -> one.write(xml, owner));
        xml.empty("system-out").empty("system-err").line().closeLine();
    }
}
