package dev.throughline.harness;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.harness.recipe.VersionComparison;
import dev.throughline.text.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Resolves Java libraries by Maven, as the user has configured it, and compiles a recipe's program against them once.
///
/// A library's class path is what a project gets whose POM has the library, its peers and, before them, its BOMs.
final class MavenCache implements PackageCache {
    private static final String PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:";
    private static final String GOAL = PLUGIN + "build-classpath";
    private static final String COPY = PLUGIN + "copy";
    /// Where Maven asks for the list of versions, the mirror of the user's settings included.
    private static final Pattern ASKED = Pattern.compile("Downloading from \\S+: (https?://\\S+)/maven-metadata\\.xml");
    private static final Pattern VERSION = Pattern.compile("<version>([^<]+)</version>");
    private static final Pattern RELEASE = Pattern.compile("[0-9]+(\\.[0-9]+)*(\\.(Final|RELEASE|GA))?");
    private static final Pattern UNREACHABLE =
            Pattern.compile("Unknown host|Connection refused|Network is unreachable");
    private static final List<String> JVM = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx512m");

    private final Installations installations;

    MavenCache(Installations installations) {
        this.installations = installations;
    }

    @Override
    public String resolve(String name, String version) {
        if (!version.equals("latest")) {
            return version;
        }
        JsonNode releases = published(name).path("versions");
        return releases.path(releases.size() - 1).asText();
    }

    /// Maven keeps the list of versions that it chose the latest from. The list has no dates: those are when the
    /// repository last changed the POM of each, if it says so without a password.
    @Override
    public JsonNode published(String name) {
        Path project = installations.shared("maven").resolve("look-up").resolve(name.replace(':', '+'));
        installations.write(project.resolve("pom.xml"), pom(""));
        var ended = installations.run(
                project, Map.of(), maven("-U", "-Dartifact=" + name + ":LATEST:pom", "-DoutputDirectory=.", COPY));
        ObjectNode answer = Json.TREES.createObjectNode();
        List<String> versions = metadata(repository().resolve(place(name)));
        versions.forEach(answer.withArray("versions")::add);
        if (versions.isEmpty()) {
            throw failure("Maven found no " + name, ended);
        }
        Matcher asked = ASKED.matcher(ended.text());
        if (asked.find()) {
            String artifact = name.substring(name.indexOf(':') + 1);
            String place = asked.group(1) + "/";
            LastModified.of(versions, version -> place + version + "/" + artifact + "-" + version + ".pom")
                    .forEach((version, moment) -> answer.withObject("/time").put(version, moment.toString()));
        }
        return answer;
    }

    private List<String> metadata(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().matches("maven-metadata-.*\\.xml"))
                    .flatMap(file -> VERSION.matcher(installations.read(file).orElse(""))
                            .results()
                            .map(found -> found.group(1)))
                    .filter(RELEASE.asMatchPredicate())
                    .distinct()
                    .sorted(VersionComparison::compare)
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    @Override
    public List<String> beside(Wanted wanted) {
        String jars =
                installations.read(resolved(wanted).resolve("classpath.txt")).orElse("");
        return wanted.peers().stream()
                .filter(peer -> wanted.takesPart(peer.name()))
                .flatMap(peer -> version(jars, peer.name()).map(found -> peer.name() + "@" + found).stream())
                .toList();
    }

    /// The version of a library on a class path, from its place in Maven's repository.
    private static Optional<String> version(String jars, String name) {
        return Pattern.compile("/" + Pattern.quote(place(name)) + "/([^/]+)/")
                .matcher(jars)
                .results()
                .map(found -> found.group(1))
                .findFirst();
    }

    private static String place(String name) {
        String[] parts = name.split(":", 2);
        return parts[0].replace('.', '/') + "/" + parts[1];
    }

    @Override
    public Installed install(Wanted wanted) {
        String label = wanted.name() + ":" + wanted.version();
        String jars = installations
                .read(resolved(wanted).resolve("classpath.txt"))
                .orElse("")
                .strip();
        Path java = Path.of(System.getProperty("java.home"), "bin");
        if (!Files.isExecutable(java.resolve("javac"))) {
            throw HarnessException.withoutTool("a client for Java is compiled, and the Java that runs this has no"
                    + " compiler; start throughline with a JDK");
        }
        Path program = installations.once("maven", wanted, jars + wanted.sources(), folder -> {
            List<String> command =
                    new ArrayList<>(List.of(java.resolve("javac").toString(), "-nowarn", "-proc:none", "-parameters"));
            command.addAll(List.of("-d", "classes", "-cp", jars));
            wanted.sources().forEach((file, text) -> {
                installations.write(folder.resolve(file), text);
                command.add(file);
            });
            installations.succeed("the program for " + label + " does not compile", folder, Map.of(), command);
            installations.write(folder.resolve("client"), launcher(java, jars, folder.resolve("classes")));
            if (!folder.resolve("client").toFile().setExecutable(true)) {
                throw new HarnessException(folder + " cannot hold programs");
            }
        });
        return Installed.program(program.resolve("client"));
    }

    private static String launcher(Path java, String jars, Path classes) {
        return "#!/bin/sh\nexec '" + java.resolve("java") + "' " + String.join(" ", JVM) + " -cp '" + classes + ":"
                + jars + "' Client \"$@\"\n";
    }

    /// The folder with the class path of a library; its jars are in a repository that all share.
    private Path resolved(Wanted wanted) {
        String label = wanted.name() + ":" + wanted.version();
        return installations.once("maven", wanted, pom(wanted), folder -> {
            installations.say("resolving " + label + " by Maven");
            installations.write(folder.resolve("pom.xml"), pom(wanted));
            var ended = installations.run(folder, Map.of(), maven("-Dmdep.outputFile=classpath.txt", GOAL));
            if (!ended.isSuccess()) {
                throw failure("Maven could not resolve " + label, ended);
            }
        });
    }

    private static HarnessException failure(String failed, ProcessRunner.Ended ended) {
        String reason = failed + (ended.timedOut() ? " in time" : "") + ": "
                + ended.text()
                        .lines()
                        .filter(line -> line.startsWith("[ERROR]"))
                        .limit(3)
                        .collect(Collectors.joining(" "));
        return UNREACHABLE.matcher(ended.text()).find()
                ? HarnessException.withoutNetwork(reason)
                : new HarnessException(reason);
    }

    private List<String> maven(String... arguments) {
        String program = ProcessSession.onPath("mvn")
                .map(Path::toString)
                .orElseThrow(() -> HarnessException.withoutTool("mvn is not on the PATH; install Maven 3.8 or newer"));
        List<String> command = new ArrayList<>(List.of(program, "-B", "-Dmaven.repo.local=" + repository()));
        command.addAll(List.of(arguments));
        return command;
    }

    private Path repository() {
        return installations.shared("maven").resolve("repository");
    }

    private static String pom(Wanted wanted) {
        String boms = wanted.boms().stream()
                .map(bom -> dependency(bom, "<type>pom</type><scope>import</scope>"))
                .collect(Collectors.joining());
        String peers = wanted.peers().stream()
                .map(peer -> dependency(peer.name() + ":" + peer.version(), ""))
                .collect(Collectors.joining());
        return pom("""
                  <dependencyManagement><dependencies>%s</dependencies></dependencyManagement>
                  <dependencies>%s%s</dependencies>
                """.formatted(boms, dependency(wanted.name() + ":" + wanted.version(), ""), peers));
    }

    private static String pom(String dependencies) {
        return """
                <project xmlns="http://maven.apache.org/POM/4.0.0">
                  <modelVersion>4.0.0</modelVersion>
                  <groupId>client</groupId><artifactId>client</artifactId><version>1</version>
                %s</project>
                """.formatted(dependencies);
    }

    /// @param coordinates `GROUP:ARTIFACT:VERSION`; a peer without a version has that of a BOM
    private static String dependency(String coordinates, String further) {
        String[] parts = coordinates.split(":", -1);
        String version = parts[2].isEmpty() ? "" : "<version>" + parts[2] + "</version>";
        return "<dependency><groupId>" + parts[0] + "</groupId><artifactId>" + parts[1] + "</artifactId>" + version
                + further + "</dependency>";
    }
}
