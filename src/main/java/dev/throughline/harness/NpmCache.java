package dev.throughline.harness;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.harness.recipe.Recipe;
import dev.throughline.harness.recipe.VersionComparison;
import dev.throughline.text.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Installs packages of the npm registry, once per version, into a cache.
public final class NpmCache implements PackageCache {
    /// Without these npm asks an unreachable registry for minutes.
    private static final List<String> AT_ONCE = List.of("--fetch-retries=0", "--fetch-timeout=8000");

    private static final Pattern ANSWER = Pattern.compile("^[\\[{\"]", Pattern.MULTILINE);
    /// The codes of npm for a package, and for a version, that the registry does not have.
    private static final Pattern NOT_THERE = Pattern.compile("\\bE404\\b|\\bETARGET\\b");

    private static final Pattern NUMBER = Pattern.compile("[0-9]+\\.[0-9]+\\.[0-9]+.*");

    private final Installations installations;
    private final Optional<Path> npm;

    /// @param npm the program; empty if there is none
    NpmCache(Installations installations, Optional<Path> npm) {
        this.installations = installations;
        this.npm = npm;
    }

    /// The number of a version, of a tag such as `latest`, or the highest of a range such as `^6`. The registry is not
    /// queried for installed versions.
    @Override
    public String resolve(String packageName, String version) {
        if (NUMBER.matcher(version).matches() && installations.has("npm", packageName, version)) {
            return version;
        }
        JsonNode found = view(
                packageName + "@" + version,
                List.of("version"),
                ended -> ended.text().substring(answerAt(ended.text())),
                answer -> answer.isTextual() || answer.isArray() && !answer.isEmpty());
        return found.isTextual() ? found.textValue() : highest(found);
    }

    /// Where the answer begins: warnings may precede it.
    private static int answerAt(String printed) {
        Matcher answer = ANSWER.matcher(printed);
        return answer.find() ? answer.start() : 0;
    }

    private static String highest(JsonNode versions) {
        return versions.valueStream()
                .map(JsonNode::asText)
                .max(VersionComparison::compare)
                .orElseThrow();
    }

    /// The registry's data on a package: `versions` in the order of Semantic Versioning, `time` with the
    /// moment at which each was published, and `repository`, as far as the package has it.
    /// @throws HarnessException if the registry does not know the package
    @Override
    public JsonNode published(String packageName) {
        List<String> fields = List.of("versions", "time", "repository", "--loglevel=error");
        return view(
                packageName,
                fields,
                ProcessRunner.Ended::text,
                answer -> answer.path("versions").isArray());
    }

    /// The peer dependencies of a package's versions in a range, where it can be installed: an object, or an
    /// array of several, with `name`, `version` and `optionalDependencies`.
    /// @throws HarnessException if the registry has none of them
    public JsonNode optionalDependencies(String packageName, String from, String to) {
        List<String> fields = List.of("name", "version", "optionalDependencies", "--loglevel=error");
        return view(
                packageName + "@>=" + from + " <=" + to, fields, ProcessRunner.Ended::text, JsonNode::isContainerNode);
    }

    /// @param json finds the answer in what npm printed
    /// @param isAnswer whether it has what was asked for
    private JsonNode view(
            String wanted,
            List<String> fields,
            Function<ProcessRunner.Ended, String> json,
            Predicate<JsonNode> isAnswer) {
        List<String> command = new ArrayList<>(List.of("view", wanted));
        command.addAll(fields);
        command.add("--json");
        command.addAll(AT_ONCE);
        var ended = installations.look(npm(command));
        try {
            JsonNode answer = Json.TREES.readTree(json.apply(ended));
            if (ended.isSuccess() && answer != null && isAnswer.test(answer)) {
                return answer;
            }
        } catch (IOException e) {
            // Not JSON: npm's message is reported below.
        }
        if (ended.timedOut() || NpmErrorSummary.isUnreachable(ended.text())) {
            throw HarnessException.withoutNetwork("the npm registry cannot be reached, so " + wanted
                    + " cannot be looked up; a check needs a network, or a version that is installed already: "
                    + NpmErrorSummary.of(ended.text()));
        }
        String message = "the npm registry has no " + wanted + ": " + NpmErrorSummary.of(ended.text());
        throw NOT_THERE.matcher(ended.text()).find()
                ? HarnessException.unknownVersion(message)
                : new HarnessException(message);
    }

    @Override
    public List<String> beside(Wanted wanted) {
        return wanted.peers().stream()
                .filter(Recipe.Peer::takesPart)
                .map(peer -> peer.name() + "@" + resolve(peer.name(), peer.version()))
                .toList();
    }

    @Override
    public Installed install(Wanted wanted) {
        Path modules = modules(wanted);
        return wanted.binary()
                .map(name -> Installed.program(modules.resolve(".bin").resolve(name)))
                .orElseGet(() -> new Installed(Optional.empty(), Optional.of(modules)));
    }

    /// Installs a package unless it is already installed.
    /// @return its `node_modules`
    public Path install(String packageName, String version) {
        return modules(new Wanted(packageName, version, List.of(), List.of(), Optional.empty(), Map.of()));
    }

    private Path modules(Wanted wanted) {
        List<String> packages = Stream.concat(
                        Stream.of(wanted.name() + "@" + wanted.version()),
                        wanted.peers().stream().map(peer -> peer.name() + "@" + peer.version()))
                .toList();
        return installations
                .once("npm", wanted, packages, folder -> install(packages, folder))
                .resolve("node_modules");
    }

    private void install(List<String> packages, Path folder) {
        installations.say("installing " + packages.getFirst());
        List<String> command = new ArrayList<>(List.of("install", "--prefix", folder.toString()));
        command.addAll(packages);
        command.addAll(List.of("--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"));
        var ended = installations.run(folder, Map.of(), npm(command));
        if (!ended.isSuccess()) {
            throw new HarnessException("npm could not install " + packages.getFirst()
                    + (ended.timedOut() ? " in time" : "") + ": " + NpmErrorSummary.of(ended.text()));
        }
    }

    private List<String> npm(List<String> arguments) {
        Path program = npm.orElseThrow(
                () -> HarnessException.withoutTool("npm is not on the PATH; install Node.js 20 or newer"));
        return Stream.concat(Stream.of(program.toString()), arguments.stream()).toList();
    }
}
