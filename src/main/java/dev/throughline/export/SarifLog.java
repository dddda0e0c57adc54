package dev.throughline.export;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.text.Json;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Writes a SARIF file with one run of Throughline: rules are added with the results that need them.
///
/// Code scanning refuses a file in which one location is only logical, replaces the earlier upload of the same category
/// for a commit, matches alerts by rule, file and fingerprint over all categories, and shows the gravest 5,000 results.
/// So each location is a file of the checked repository, whose first character is its region; the category says what
/// was checked and is a part of each fingerprint; and what is above the limit is counted instead of written. Source:
/// OASIS, Static Analysis Results Interchange Format 2.1.0; GitHub, "SARIF support for code scanning".
public final class SarifLog {
    private static final String SCHEMA =
            "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

    /// The file that locations name unless the caller knows a better one: this file, as it is usually saved.
    public static final String USUAL_FILE = "throughline.sarif";

    private static final int MOST_RESULTS = 5_000;
    private static final List<String> GRAVEST_FIRST = List.of("error", "warning");

    private final Map<String, ObjectNode> rules = new LinkedHashMap<>();
    private final List<ObjectNode> results = new ArrayList<>();
    private final Map<String, Integer> fingerprints = new HashMap<>();
    private final ObjectNode invocation = Json.TREES.createObjectNode();
    private final ObjectNode properties = Json.TREES.createObjectNode();
    private final String version;
    private final String category;
    private final String run;
    private final String file;

    /// @param version of the test suite, semantic
    /// @param category what was checked, the same for each run: `throughline/opencode/openai-chat/tools`
    /// @param run its id, or empty
    /// @param file that locations name: relative to the root of the checked repository, encoded as a URI
    public SarifLog(String version, String category, String run, String file) {
        this.version = version;
        this.category = category;
        this.run = run;
        this.file = file;
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

    /// Identifies a result among those of its rule, in this run and later ones; equal ones are numbered.
    public void fingerprint(ObjectNode result, String name, String value) {
        String whole = category + "/" + value;
        int number = fingerprints.merge(result.path("ruleId").asText() + " " + whole, 1, Integer::sum);
        String unique = whole + ":" + number;
        result.putObject("partialFingerprints").put(name, unique).put("primaryLocationLineHash", unique);
    }

    public void location(ArrayNode locations, String name, String qualifiedName, String kind) {
        ObjectNode location = locations.addObject();
        ObjectNode physical = location.putObject("physicalLocation");
        physical.putObject("artifactLocation").put("uri", file);
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

    public byte[] bytes() {
        ObjectNode log = Json.TREES.createObjectNode().put("$schema", SCHEMA).put("version", "2.1.0");
        ObjectNode whole = log.putArray("runs").addObject();
        ObjectNode driver = whole.putObject("tool").putObject("driver");
        driver.put("name", "Throughline").put("semanticVersion", version);
        driver.putArray("rules").addAll(rules.values());
        whole.putObject("automationDetails").put("id", category + "/" + run);
        whole.putArray("invocations").add(invocation);
        ArrayNode written = whole.putArray("results");
        results.stream()
                .sorted(Comparator.comparingInt(SarifLog::rank))
                .limit(MOST_RESULTS)
                .forEach(written::add);
        if (results.size() > MOST_RESULTS) {
            properties.put("omittedResults", results.size() - MOST_RESULTS);
        }
        whole.set("properties", properties);
        try {
            return Json.TREES.writerWithDefaultPrettyPrinter().writeValueAsBytes(log);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree could not be written", e);
        }
    }

    private static int rank(ObjectNode result) {
        int rank = GRAVEST_FIRST.indexOf(result.path("level").asText());
        return rank < 0 ? GRAVEST_FIRST.size() : rank;
    }

    private static ObjectNode rule(String id, String name, String words) {
        ObjectNode rule = Json.TREES.createObjectNode().put("id", id).put("name", name);
        for (String text : List.of("shortDescription", "fullDescription", "help")) {
            rule.putObject(text).put("text", words + ".");
        }
        return rule;
    }
}
