package dev.throughline.harness;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.text.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Builds a recipe's program with a Go module, in the user's own module and build caches, without which each build
/// would take minutes. Versions are written without Go's `v`.
final class GoCache implements PackageCache {
    private static final Map<String, String> FLAGS = Map.of("GOFLAGS", "-mod=mod -buildvcs=false", "GOWORK", "off");
    private static final Pattern NEEDS = Pattern.compile("requires go >= ([0-9.]+)");
    private static final Pattern UNREACHABLE =
            Pattern.compile("no such host|connection refused|network is unreachable|i/o timeout");

    private final Installations installations;
    private final Map<String, String> settings;

    /// @param settings the environment with the user's settings of Go, as `GOPROXY`
    GoCache(Installations installations, Map<String, String> settings) {
        this.installations = installations;
        this.settings = new HashMap<>(settings);
        this.settings.putAll(FLAGS);
    }

    @Override
    public String resolve(String name, String version) {
        return number(
                version.equals("latest")
                        ? list("-json", name + "@latest")
                                .getFirst()
                                .path("Version")
                                .asText()
                        : version);
    }

    /// Go asks for the date of each version by itself, once per machine.
    @Override
    public JsonNode published(String name) {
        List<String> versions = list("-versions", "-json", name)
                .getFirst()
                .path("Versions")
                .valueStream()
                .map(JsonNode::asText)
                .toList();
        if (versions.isEmpty()) {
            throw new HarnessException("Go knows no version of " + name);
        }
        ObjectNode answer = Json.TREES.createObjectNode();
        versions.forEach(version -> answer.withArray("versions").add(number(version)));
        Stream<String> each = versions.stream().map(version -> name + "@" + version);
        // With -e, a version that cannot be read has an error in place of a date.
        for (JsonNode one : list(Stream.concat(Stream.of("-e", "-json"), each).toArray(String[]::new))) {
            if (one.has("Time")) {
                answer.withObject("/time")
                        .put(
                                number(one.path("Version").asText()),
                                one.path("Time").asText());
            }
        }
        return answer;
    }

    @Override
    public List<String> beside(Wanted wanted) {
        return wanted.peers().stream()
                .filter(peer -> wanted.takesPart(peer.name()))
                .map(peer -> peer.name() + "@" + resolve(peer.name(), peer.version()))
                .toList();
    }

    @Override
    public Installed install(Wanted wanted) {
        String label = wanted.name() + "@v" + wanted.version();
        return Installed.program(installations
                .once("go", wanted, wanted.peers() + " " + wanted.sources(), folder -> {
                    installations.say("building a program with " + label);
                    run("no module could be made for " + label, folder, "mod", "init", "client");
                    run("Go could not get " + label, folder, "get", label);
                    wanted.peers().forEach(peer -> {
                        String module = peer.name() + "@v" + resolve(peer.name(), peer.version());
                        run("Go could not get " + module, folder, "get", module);
                    });
                    wanted.sources().forEach((file, text) -> installations.write(folder.resolve(file), text));
                    run("the program for " + label + " does not compile", folder, "build", "-o", "client", ".");
                })
                .resolve("client"));
    }

    private List<JsonNode> list(String... arguments) {
        List<String> command =
                Stream.concat(Stream.of("list", "-m"), Stream.of(arguments)).toList();
        String wanted = arguments[arguments.length - 1];
        // Outside of any module.
        Path folder = installations.shared("go");
        String answer = run("Go knows no " + wanted, folder, command.toArray(String[]::new));
        int start = answer.indexOf('{');
        if (start < 0) {
            throw new HarnessException("Go knows no " + wanted + ": " + answer);
        }
        try (MappingIterator<JsonNode> modules =
                Json.TREES.readerFor(JsonNode.class).readValues(answer.substring(start))) {
            return modules.readAll();
        } catch (IOException e) {
            throw new HarnessException("Go knows no " + wanted + ": " + answer);
        }
    }

    private String run(String failed, Path folder, String... arguments) {
        String program = ProcessSession.onPath("go")
                .map(Path::toString)
                .orElseThrow(() -> HarnessException.withoutTool("go is not on the PATH; install Go 1.25 or newer"));
        var ended = installations.run(
                folder,
                settings,
                Stream.concat(Stream.of(program), Stream.of(arguments)).toList());
        if (ended.isSuccess()) {
            return ended.text();
        }
        String reason = failed + (ended.timedOut() ? " in time" : "") + ": " + ended.lastLines(5);
        Matcher needed = NEEDS.matcher(ended.text());
        if (needed.find()) {
            throw HarnessException.withoutTool("a newer Go is needed: " + needed.group(1) + "; " + reason);
        }
        throw UNREACHABLE.matcher(ended.text()).find()
                ? HarnessException.withoutNetwork(reason)
                : new HarnessException(reason);
    }

    private static String number(String version) {
        return version.startsWith("v") ? version.substring(1) : version;
    }
}
