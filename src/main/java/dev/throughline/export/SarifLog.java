package dev.throughline.export;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.text.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Writes a SARIF file with one run of Throughline: rules are added with the results that need them.
///
/// Code scanning refuses a file in which one location is only logical, and matches alerts from run to run by file and
/// hash. So each location has a file, relative and named after what was examined; no such file is in a repository, and
/// its region is the first character. Source: OASIS, Static Analysis Results Interchange Format 2.1.0; GitHub, "SARIF
/// support for code scanning".
public final class SarifLog {
    private static final String SCHEMA =
            "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

    private final Map<String, ObjectNode> rules = new LinkedHashMap<>();
    private final List<ObjectNode> results = new ArrayList<>();
    private final ObjectNode invocation = Json.TREES.createObjectNode();
    private final ObjectNode properties = Json.TREES.createObjectNode();
    private final String version;
    private final String automation;

    /// @param version of the test suite, semantic
    /// @param automation distinguishes files of the same kind: `throughline/RUN`
    public SarifLog(String version, String automation) {
        this.version = version;
        this.automation = automation;
    }

    /// Adds a result; kind, level, message and locations are filled in by the caller.
    /// @param rule its id
    /// @param name of the rule
    /// @param words description of the rule, without a period
    public ObjectNode result(String rule, String name, String words) {
        rules.computeIfAbsent(rule, _ -> rule(rule, name, words));
        int index = List.copyOf(rules.keySet()).indexOf(rule);
        ObjectNode result = Json.TREES.createObjectNode().put("ruleId", rule).put("ruleIndex", index);
        results.add(result);
        return result;
    }

    /// The invocation of the run, to be filled in.
    public ObjectNode invocation() {
        return invocation;
    }

    /// The properties of the run, to be filled in.
    public ObjectNode properties() {
        return properties;
    }

    /// Sets a SARIF message: without placeholders and links. Source: SARIF 2.1.0, 3.11.5 and 3.11.6.
    public static void message(ObjectNode object, String text) {
        String literal = text.replace("{", "{{").replace("}", "}}").replace("](", "] (");
        object.putObject("message").put("text", literal);
    }

    /// Identifies a result among those of its rule, in this run and later ones.
    public static void fingerprint(ObjectNode result, String name, String value) {
        result.putObject("partialFingerprints").put(name, value).put("primaryLocationLineHash", value);
    }

    /// Adds a location.
    /// @param examined the product that the file is about, the same in each run
    public static void location(ArrayNode locations, String examined, String name, String qualifiedName, String kind) {
        ObjectNode location = locations.addObject();
        ObjectNode physical = location.putObject("physicalLocation");
        physical.putObject("artifactLocation").put("uri", "throughline/" + FileName.safe(examined));
        physical.putObject("region")
                .put("startLine", 1)
                .put("startColumn", 1)
                .put("endLine", 1)
                .put("endColumn", 2);
        location.putArray("logicalLocations")
                .addObject()
                .put("name", name)
                .put("fullyQualifiedName", qualifiedName)
                .put("kind", kind);
    }

    /// The file.
    public byte[] bytes() {
        ObjectNode log = Json.TREES.createObjectNode().put("$schema", SCHEMA).put("version", "2.1.0");
        ObjectNode run = log.putArray("runs").addObject();
        ObjectNode driver = run.putObject("tool").putObject("driver");
        driver.put("name", "Throughline").put("semanticVersion", version);
        driver.putArray("rules").addAll(rules.values());
        run.putObject("automationDetails").put("id", automation);
        run.putArray("invocations").add(invocation);
        run.putArray("results").addAll(results);
        run.set("properties", properties);
        try {
            return Json.TREES.writerWithDefaultPrettyPrinter().writeValueAsBytes(log);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree could not be written", e);
        }
    }

    private static ObjectNode rule(String id, String name, String words) {
        ObjectNode rule = Json.TREES.createObjectNode().put("id", id).put("name", name);
        for (String text : List.of("shortDescription", "fullDescription", "help")) {
            rule.putObject(text).put("text", words + ".");
        }
        return rule;
    }
}
