package dev.throughline.harness.recipe;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.client.ClientRule;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Defines how a real client is installed, configured and driven; the shape of a recipe file (JSON), which
/// `recipes/recipe.schema.json` describes for editors. `$schema` in a file names that schema and is ignored.
///
/// Texts may contain placeholders `{{name}}`: `openai`, `anthropic` (base URLs), `key`, `model`, `home`, `work`,
/// `cache` (the client's own folders), `client` (its name), `dialect`, `variant` (empty for none), `version`,
/// `binary` (not of a library), `prompt1` to `prompt3`, `model2` (of the second user turn), the recipe's own `values`,
/// and what a turn captured.
///
/// @param packageName package to install; absent with `executable`. Of Maven `GROUP:ARTIFACT`, of Go a module
/// @param ecosystem where the package comes from; absent for npm
/// @param executable program that is there already, instead: a path, or a name on the PATH
/// @param versionArguments the arguments with which `executable` prints its version; absent if it cannot
/// @param binary the program's name in the package; absent for a library. The `node_modules` of one of npm is linked
///     into the working folder; with one of Maven or Go the files `*.java` or `*.go` are compiled, once
/// @param peers packages of the same ecosystem installed into the same folder, as a library needs them
/// @param boms Maven's lists of versions, imported before all else, each as `GROUP:ARTIFACT:VERSION`
/// @param programs npm packages whose programs come first on its path
/// @param tried the range of versions that the recipe was tried with; absent for any
/// @param dialects the supported dialects, the default first
/// @param variants names of settings that affect its behavior; files and values may depend on them
/// @param model the model id that it is configured with
/// @param environment added to an otherwise nearly empty environment; an empty value leaves the variable out
/// @param files written before the first turn
/// @param tools programs that must be on its path
/// @param packages npm packages installed beside it
/// @param values further placeholders
/// @param dialogue the command of a long-running program that is controlled by JSON lines
/// @param refusals settings that the client is known not to have
/// @param identification how its requests are recognized in live traffic
/// @param scenarios those of resume, switch and abort that its turns can drive; absent for none
/// @param turns commands, or steps of the dialogue, in order; none for a gateway or a server
/// @param gateway how it is started, if it is not a client but a gateway; its dialects are those of its clients
/// @param server how it is started, if it is not a client but a model server
/// @param turnTimeout time limit of a turn (ISO 8601)
@JsonIgnoreProperties("$schema")
public record Recipe(
        String name,
        String title,
        @JsonProperty("package") @Nullable String packageName,
        @Nullable Ecosystem ecosystem,
        @Nullable String executable,
        @Nullable List<String> versionArguments,
        @Nullable String binary,
        @Nullable List<Peer> peers,
        @Nullable List<Bom> boms,
        @Nullable List<Peer> programs,
        @Nullable String tried,
        List<String> dialects,
        List<Variant> variants,
        String model,
        Map<String, String> environment,
        List<FileToWrite> files,
        List<ToolNeeded> tools,
        List<PackageBeside> packages,
        @Nullable List<Value> values,
        @Nullable List<String> dialogue,
        @Nullable List<Refusal> refusals,
        @Nullable List<ClientRule> identification,
        @Nullable List<String> scenarios,
        List<Turn> turns,
        @Nullable GatewaySetup gateway,
        @Nullable ServerSetup server,
        Duration turnTimeout) {
    /// The scenarios in which a client is driven in another way than through two user turns.
    static final List<String> DRIVEN = List.of("resume", "switch", "abort");

    /// The purpose of a recipe.
    public enum Kind {
        CLIENT,
        GATEWAY,
        SERVER;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// The purpose of the recipe.
    public Kind kind() {
        return server != null ? Kind.SERVER : gateway != null ? Kind.GATEWAY : Kind.CLIENT;
    }

    /// How the model server is started; empty for anything else.
    public Optional<ServerSetup> serverSetup() {
        return Optional.ofNullable(server);
    }

    /// How the gateway is started; empty for anything else.
    public Optional<GatewaySetup> gatewaySetup() {
        return Optional.ofNullable(gateway);
    }

    /// The recipe's own placeholders.
    public List<Value> ownValues() {
        return Optional.ofNullable(values).orElse(List.of());
    }

    /// Those placeholders that hold for a client: of several with one name the first that applies.
    public List<Value> ownValues(ClientSpec spec) {
        Set<String> named = new HashSet<>();
        return ownValues().stream()
                .filter(value -> applies(value.when(), spec) && named.add(value.name()))
                .toList();
    }

    /// Where its program or library comes from.
    public ProgramSource source() {
        if (executable != null) {
            return new ProgramSource.Executable(
                    executable, Optional.ofNullable(versionArguments).orElse(List.of()));
        }
        return new ProgramSource.Package(
                origin(), Optional.ofNullable(packageName).orElseThrow());
    }

    /// The ecosystem that its package is of.
    public Ecosystem origin() {
        return Optional.ofNullable(ecosystem).orElse(Ecosystem.NPM);
    }

    /// Whether it is a library, which is driven by a script of the recipe instead of its own program.
    public boolean isLibrary() {
        return binary == null && executable == null;
    }

    /// A warning about a version that the recipe was not tried with; empty for others and for one that is not a number.
    public Optional<String> untried(ClientSpec spec) {
        boolean isNumber =
                !spec.version().isEmpty() && Character.isDigit(spec.version().charAt(0));
        return Optional.ofNullable(tried)
                .filter(range -> isNumber && !VersionRange.parse(range).holds(spec.version()))
                .map(range -> spec.name() + "@" + spec.version() + " is outside of the versions that its recipe was"
                        + " tried with (" + range + "); it may not run");
    }

    /// The packages to install into the same folder for a check; `{{version}}` in a version is that of the client.
    public List<Peer> peersOf(ClientSpec spec) {
        return chosen(peers, spec)
                .map(peer -> new Peer(
                        peer.name(), peer.version().replace("{{version}}", spec.version()), peer.neutral(), null))
                .toList();
    }

    /// Maven's lists of versions for a check, each as `GROUP:ARTIFACT:VERSION`.
    public List<String> bomsOf(ClientSpec spec) {
        return Optional.ofNullable(boms).orElse(List.of()).stream()
                .filter(bom -> applies(bom.when(), spec))
                .map(bom -> bom.name() + ":" + bom.version().replace("{{version}}", spec.version()))
                .toList();
    }

    /// The sources that are compiled for a check: file names with their texts.
    public Map<String, String> sourcesOf(ClientSpec spec) {
        boolean isCompiled = executable == null && (origin() == Ecosystem.MAVEN || origin() == Ecosystem.GO);
        return files.stream()
                .filter(file -> isCompiled && file.text() != null && applies(file.when(), spec))
                .filter(file -> file.path().matches(".*\\.(java|go)"))
                .collect(Collectors.toMap(
                        file -> file.path().substring(file.path().lastIndexOf('/') + 1),
                        file -> Optional.ofNullable(file.text()).orElseThrow()));
    }

    /// The packages to install beside the client for a check.
    public List<PackageBeside> packagesOf(ClientSpec spec) {
        return packages.stream().filter(beside -> applies(beside.when(), spec)).toList();
    }

    /// The packages whose programs are put first on the path in a check.
    public List<Peer> programsOf(ClientSpec spec) {
        return chosen(programs, spec).toList();
    }

    /// The variants available in a dialect.
    public List<String> variantsOf(String dialect) {
        return variants.stream()
                .filter(variant -> variant.isOf(dialect))
                .map(Variant::name)
                .distinct()
                .toList();
    }

    private static Stream<Peer> chosen(@Nullable List<Peer> peers, ClientSpec spec) {
        return Optional.ofNullable(peers).orElse(List.of()).stream().filter(peer -> applies(peer.when(), spec));
    }

    /// A setting that affects the client's behavior. In a recipe's file either its name or an object.
    public record Variant(String name, @Nullable When when) {
        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static Variant named(String name) {
            return new Variant(name, null);
        }

        @JsonCreator(mode = JsonCreator.Mode.PROPERTIES)
        public Variant {}

        /// Whether it is available in this dialect.
        boolean isOf(String dialect) {
            return when == null || when.dialect() == null || when.dialect().equals(dialect);
        }
    }

    /// An npm package required in a version.
    /// @param version a range that npm understands, for instance `^5`
    /// @param neutral whether it does not handle messages, so that its version is no part of what is measured;
    ///     absent for false
    public record Peer(
            String name,
            String version,
            @Nullable Boolean neutral,
            @Nullable When when) {
        /// Whether its version is part of what is measured.
        public boolean takesPart() {
            return !Boolean.TRUE.equals(neutral);
        }
    }

    /// The command of the long-running program, if there is one.
    public Optional<List<String>> dialogueCommand() {
        return Optional.ofNullable(dialogue);
    }

    /// Why the client cannot be configured this way, if known.
    public Optional<String> refusal(ClientSpec spec) {
        return Optional.ofNullable(refusals).orElse(List.of()).stream()
                .filter(refusal -> refusal.when().holds(spec))
                .map(Refusal::reason)
                .findFirst()
                .or(() -> Optional.of("has no turns for the scenario " + spec.scenario() + " in its recipe")
                        .filter(_ -> DRIVEN.contains(spec.scenario())
                                && !Optional.ofNullable(scenarios)
                                        .orElse(List.of())
                                        .contains(spec.scenario())));
    }

    /// The condition for a part of a recipe; an absent field matches anything.
    /// @param variant the requested variant; empty for none
    /// @param scenario one or more, separated by spaces
    /// @param versions a range such as `>=1.1.0 <=1.1.40`
    public record When(
            @Nullable String dialect,
            @Nullable String variant,
            @Nullable String scenario,
            @Nullable String versions) {
        boolean holds(ClientSpec spec) {
            return (dialect == null || dialect.equals(spec.dialect()))
                    && (variant == null || variant.equals(spec.variant().orElse("")))
                    && (scenario == null || List.of(scenario.split(" ")).contains(spec.scenario()))
                    && (versions == null || VersionRange.parse(versions).holds(spec.version()));
        }
    }

    /// A list of versions for Maven, `GROUP:ARTIFACT`; `{{version}}` in its version is that of the library.
    public record Bom(String name, String version, @Nullable When when) {}

    /// A file, as JSON or as text.
    /// @param resource a file beside the recipe whose text is used unchanged, without placeholders
    public record FileToWrite(
            String path,
            @Nullable JsonNode json,
            @Nullable String text,
            @Nullable String resource,
            @Nullable When when) {}

    /// A program that the client looks for on its path.
    /// @param install what to install if it is missing, in a readable form
    public record ToolNeeded(
            String name, String install, @Nullable When when) {}

    /// An npm package that the client would otherwise download while it runs.
    /// @param version a version or a tag of the registry; absent for `latest`
    public record PackageBeside(
            String name,
            @Nullable String version,
            String into,
            @Nullable When when) {
        /// The version or tag to look up.
        public String wanted() {
            return version == null ? "latest" : version;
        }
    }

    /// A placeholder of the recipe's own.
    public record Value(String name, String value, @Nullable When when) {}

    /// A setting that the client does not have; the reason completes "client@version …".
    public record Refusal(When when, String reason) {}

    /// A command, or steps of the recipe's dialogue.
    /// @param capture placeholders taken from the JSON that the command prints: name → JSON pointer
    /// @param userTurns how many user turns it drives; absent for one
    /// @param interrupted whether scenario abort interrupts the command while it waits for an answer; absent for no
    public record Turn(
            @Nullable List<String> command,
            @Nullable List<Step> steps,
            @Nullable Map<String, String> capture,
            @Nullable Integer userTurns,
            @Nullable Boolean interrupted,
            @Nullable When when) {
        /// Whether a check in this scenario interrupts it.
        public boolean isInterruptedIn(String scenario) {
            return Boolean.TRUE.equals(interrupted) && scenario.equals("abort");
        }

        public int users() {
            return userTurns == null ? 1 : userTurns;
        }
    }

    /// A line sent to a long-running program, and the line that completes the step.
    /// @param send the line; its texts may contain placeholders
    /// @param until the expected line: JSON pointer → text
    /// @param capture placeholders taken from that line: name → JSON pointer
    public record Step(
            JsonNode send,
            Map<String, String> until,
            @Nullable Map<String, String> capture) {}

    /// Whether a part with this condition, if any, applies.
    public static boolean applies(@Nullable When when, ClientSpec spec) {
        return when == null || when.holds(spec);
    }
}
