package dev.throughline.release;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

import static java.util.Map.entry;

/// Says what is wrong with a workflow of GitHub Actions, as far as this project uses them: any key that it does not
/// use is taken for a misspelt one.
/// Source: GitHub Docs, "Workflow syntax for GitHub Actions".
final class Workflows {
    private static final YAMLMapper YAML = new YAMLMapper(YAMLFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build());
    private static final Set<String> TOP = Set.of("name", "on", "permissions", "concurrency", "jobs");
    private static final Set<String> EVENTS = Set.of("push", "pull_request", "schedule", "workflow_dispatch");
    private static final Set<String> JOB =
            Set.of("runs-on", "timeout-minutes", "env", "steps", "needs", "permissions", "environment", "strategy");
    /// What a job that publishes may write.
    private static final Set<String> PUBLISHING = Set.of("pages", "id-token", "packages", "contents");
    /// Programs of the runner, or installed by a pinned action, that a job which may write runs.
    private static final Set<String> TOOLS = Set.of("docker", "cosign", "helm", "gh");
    private static final Set<String> STEP =
            Set.of("name", "id", "if", "uses", "with", "env", "run", "timeout-minutes", "continue-on-error");
    private static final Set<String> NEEDED = Set.of("name", "on", "permissions", "jobs");
    /// The project's own action.
    private static final String OURS = "./.github/actions/check";

    private static final Map<String, Set<String>> INPUTS = Map.ofEntries(
            entry("actions/checkout", Set.of("persist-credentials", "fetch-depth")),
            entry("actions/setup-java", Set.of("distribution", "java-version", "cache")),
            entry("actions/setup-node", Set.of("node-version", "package-manager-cache")),
            entry("actions/cache", Set.of("path", "key", "restore-keys")),
            entry(OURS, Set.of("client", "dialect")),
            entry("actions/upload-pages-artifact", Set.of("path")),
            entry("actions/deploy-pages", Set.of()),
            entry("actions/upload-artifact", Set.of("name", "path", "if-no-files-found", "retention-days")),
            entry("actions/download-artifact", Set.of("name")),
            entry("docker/setup-buildx-action", Set.of()),
            entry("docker/login-action", Set.of("registry", "username", "password")),
            entry(
                    "docker/build-push-action",
                    Set.of("context", "file", "platforms", "push", "sbom", "provenance", "tags", "build-args")),
            entry("sigstore/cosign-installer", Set.of()));
    private static final int LONGEST_MINUTES = 360;

    private final List<String> problems = new ArrayList<>();

    private Workflows() {}

    /// Reads a document; a key that comes twice is an error.
    static JsonNode read(String text) throws JsonProcessingException {
        return YAML.readTree(text);
    }

    /// What is wrong with a workflow, each with its place; nothing for a good one.
    static List<String> problems(JsonNode workflow) {
        var found = new Workflows();
        found.check(workflow);
        return found.problems;
    }

    private void check(JsonNode workflow) {
        known("", workflow, TOP);
        NEEDED.stream().filter(key -> !workflow.has(key)).forEach(key -> problems.add("/" + key + " is missing"));
        known("/on", workflow.path("on"), EVENTS);
        workflow.path("permissions")
                .forEach(permission -> expect(permission.asText().equals("read"), "/permissions: only read"));
        workflow.path("jobs").properties().forEach(job -> {
            job("/jobs/" + job.getKey(), job.getValue());
            JsonNode needs = job.getValue().path("needs");
            expect(
                    needs.isMissingNode() || workflow.path("jobs").has(needs.asText()),
                    "/jobs/" + job.getKey() + "/needs is no job");
        });
    }

    private void job(String at, JsonNode job) {
        known(at, job, JOB);
        expect(job.path("runs-on").isTextual(), at + "/runs-on is missing");
        int minutes = job.path("timeout-minutes").asInt();
        expect(minutes > 0 && minutes <= LONGEST_MINUTES, at + "/timeout-minutes: 1 to " + LONGEST_MINUTES);
        expect(job.path("steps").isArray() && !job.path("steps").isEmpty(), at + "/steps is missing");
        if (job.has("permissions")) {
            publisher(at, job);
        }
        for (int i = 0; i < job.path("steps").size(); i++) {
            step(at + "/steps/" + i, job.path("steps").get(i));
        }
    }

    /// A job that may write runs nothing of the project, nor what somebody else brought, so that neither can use
    /// what it may.
    private void publisher(String at, JsonNode job) {
        known(at + "/permissions", job.path("permissions"), PUBLISHING);
        known(at + "/environment", job.path("environment"), Set.of("name", "url"));
        boolean mayWrite = job.path("permissions")
                .valueStream()
                .anyMatch(permission -> permission.asText().equals("write"));
        job.path("steps").findValuesAsText("run").stream()
                .flatMap(String::lines)
                .filter(line -> mayWrite && !TOOLS.contains(line.split(" ")[0]))
                .forEach(line -> problems.add(at + ": a job that may write runs only " + TOOLS + ", not " + line));
    }

    private void step(String at, JsonNode step) {
        known(at, step, STEP);
        expect(step.has("uses") != step.has("run"), at + ": either uses or run");
        if (step.has("uses")) {
            String uses = step.path("uses").asText();
            expect(
                    OURS.equals(uses) || uses.matches("[a-z-]+/[a-z-]+@[0-9a-f]{40}"),
                    at + "/uses is not pinned to a commit: " + uses);
            known(at + "/with", step.path("with"), INPUTS.getOrDefault(uses.replaceFirst("@.*", ""), Set.of()));
        } else {
            expect(!step.has("with"), at + "/with belongs to uses");
            expect(!step.path("run").asText().contains("${{ github.event"), at + "/run holds what a stranger wrote");
        }
    }

    private void known(String at, JsonNode node, Set<String> keys) {
        expect(node.isObject() || node.isMissingNode(), at + " is no object");
        node.fieldNames().forEachRemaining(key -> expect(keys.contains(key), at + "/" + key + " is not known"));
    }

    private void expect(boolean holds, String problem) {
        if (!holds) {
            problems.add(problem);
        }
    }
}
