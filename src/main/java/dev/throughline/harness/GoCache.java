package dev.throughline.harness;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.text.Json;
import java.io.IOException;
import java.nio.file.Path;
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

    GoCache(Installations installations) {
        this.installations = installations;
    }

    @Override
    public String resolve(String name, String version) {
        if (!version.equals("latest")) {
            return version.startsWith("v") ? version.substring(1) : version;
        }
        return number(list("-json", name + "@latest").path("Version").asText());
    }

    /// Leaves out dates: Go reports them for one version at a time.
    @Override
    public JsonNode published(String name) {
        ObjectNode answer = Json.TREES.createObjectNode();
        list("-versions", "-json", name)
                .path("Versions")
                .forEach(version -> answer.withArray("versions").add(number(version.asText())));
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

    private JsonNode list(String... arguments) {
        List<String> command =
                Stream.concat(Stream.of("list", "-m"), Stream.of(arguments)).toList();
        String wanted = arguments[arguments.length - 1];
        // Outside of any module.
        Path folder = installations.shared("go");
        String answer = run("Go knows no " + wanted, folder, command.toArray(String[]::new));
        try {
            return Json.TREES.readTree(answer.substring(Math.max(0, answer.indexOf('{'))));
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
                FLAGS,
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
