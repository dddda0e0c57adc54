package dev.throughline.cli;

import dev.throughline.cli.output.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class ThroughlineCommandLineTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--help",
                "serve --help",
                "check --help",
                "check client --help",
                "check clients --help",
                "check backend --help",
                "report --help",
                "runs --help",
                "diff --help",
                "keys --help",
                "keys create --help",
                "keys list --help",
                "keys revoke --help",
                "matrix --help",
                "matrix site --help",
                "can-i-use --help",
                "recipes --help",
                "bisect --help",
                "radar --help",
                "completion --help",
                "docs --help"
            })
    void everyCommandHasHelp(String arguments) {
        assertThat(run(arguments)).isZero();
        assertThat(out.toString()).contains("Usage: throughline");
    }

    @Test
    void withoutACommandItShowsItsHelp() {
        assertThat(ThroughlineCommandLine.create()
                        .setOut(new PrintWriter(out, true))
                        .execute())
                .isZero();
        assertThat(out.toString()).contains("Usage: throughline", "serve", "can-i-use");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
        serv                                     | serve
        check                                    | client
        check client                             | NAME
        check client emacs                       | claude-code, cline
        check client opencode --dialect gopher   | openai-chat, anthropic, responses
        check client opencode --variant x        | interleaved
        check client opencode --scenario x       | parallel
        check client opencode --scenario ends --all-scenarios | exclude each other
        check clients                            | --matrix
        check clients --all --at-once 0          | 1 to 16
        check clients --all --scenario tools,gopher | gopher. Known: chat, tools
        check clients --all --scenario tolls     | Did you mean tools?
        check clients --matrix no-such-file      | no-such-file
        check backend                            | --url
        matrix --format x                        | jsonl
        matrix site                              | DIR
        matrix site src                          | does not exist
        can-i-use opencode                       | opencode@1.18.33
        check client opencode --report x=y       | sarif
        check client opencode --report html=/    | cannot be written
        check client opencode --report html      | FORMAT=FILE
        bisect                                   | --open
        radar --since soon                       | 90d
        radar --clients codex,emacs              | claude-code, cline
        radar --scenario gopher                  | gopher. Known: chat, tools
        radar --feed /no-such-folder/a.atom      | cannot be written
        radar --webhook gopher://a               | http://
        radar --timeout 0                        | 1 to 86400
        bisect emacs                             | claude-code, cline
        bisect opencode --from 1.0.0             | --to
        bisect opencode --dialect gopher         | openai-chat, anthropic, responses
        bisect opencode --capability GOPHER      | TOOL_OUT
        bisect opencode --scenario gopher        | gopher. Known: chat, tools
        can-i-use a@1 --max-age soon             | 90d
        can-i-use a@1 --retry-while-unknown x    | 10m
        check backend --url gopher://a           | http://
        check backend --url http://u:p@a/v1      | without credentials
        check backend --url http://a^b           | --url is not a valid URL
        check backend --url http://a --turns 1   | 2 to 8
        check backend --url http://a --turns x   | --turns
        check backend --url http://a --timeout 0 | 1 to 86400
        check backend --url http://a --dialect x | openai-chat, anthropic, responses
        check backend --url http://a --api-key-env THROUGHLINE_NO_SUCH_KEY | is not set
        check client opencode --model=           | --model
        check client opencode --timeout -3       | 1 to 86400
        check clients --all --timeout 0          | 1 to 86400
        matrix site /dev/null/site               | cannot be made
        serve --port many                        | --port
        matrix --server localhost                | http://127.0.0.1:8080
        matrix --server http://a^b               | http://127.0.0.1:8080
        serve --port 70000                       | 0 to 65535
        serve --access closed                    | open-to-everyone
        keys                                     | create, list or revoke
        keys create                              | --scope
        keys create --scope all                  | read, run, measure, admin
        keys create --scope run --streams 0      | 1 or more
        keys revoke                              | ID
        keys revoke abc                          | 10 characters
        report                                   | RUN
        report RUN!                              | 64 characters
        report abc --format pdf                  | json, text, junit, sarif, html
        runs --limit 0                           | 1 to 500
        report abc --color blue                  | auto, always, never
        diff a@1                                 | B
        diff a@1 1k836ej4r93b258c1acue41bc       | Two of a kind
        recipes emacs                            | no recipe emacs
        recipes --script                         | the name of a recipe
        recipes --script codex                   | has no script
        recipes codex --copy /dev/null           | cannot be written
        recipes --recipes no-such-folder         | no-such-folder
        completion fish                          | bash, zsh
        docs guides/emacs                        | lists them
        docs ../measured                         | no page
        """)
    void wrongUseExitsWith64AndSaysWhatIsKnown(String arguments, String hint) {
        assertThat(run(arguments)).isEqualTo(64);
        assertThat(err.toString()).contains(hint);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://127.0.0.1:1", "http://127.0.0.1:1/v4", "https://no-such-host.invalid/v1"})
    void aBackendThatCannotBeReachedIsAFailureInOneLine(String url) {
        assertThat(run("check backend --url " + url)).isEqualTo(70);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString().strip().lines().toList().getLast()).contains("cannot be reached");
    }

    @Test
    void aServiceOpenToOtherMachinesHasToBeAskedForPlainly() {
        assertThat(run("serve --host 0.0.0.0 --access open")).isEqualTo(70);
        assertThat(err.toString().strip().lines()).singleElement().asString().contains("open-to-everyone");
    }

    @Test
    void aServiceThatIsNotThereIsAFailureOfOursInOneLine() {
        assertThat(run("report abc --server http://127.0.0.1:1")).isEqualTo(70);
        assertThat(err.toString().strip().lines()).singleElement().asString().contains("cannot be reached");
    }

    @ParameterizedTest
    @CsvSource({"docs, # Documentation", "docs guides/proxy, # In front", "docs reference/exit-codes.md, # Exit codes"})
    void printsPagesOfTheDocumentation(String arguments, String beginning) {
        assertThat(run(arguments)).isZero();
        assertThat(out.toString()).startsWith(beginning);
    }

    @Test
    void printsTheScriptOfALibrary() {
        assertThat(run("recipes --script openai-node")).isZero();
        assertThat(out.toString()).startsWith("// Two user turns").contains("new OpenAI(");
    }

    @Test
    void copiesARecipeWithWhatItNeedsAndOverwritesNothing(@TempDir Path folder) throws IOException {
        String command = "recipes openai-node --copy " + folder;

        assertThat(run(command)).isZero();
        assertThat(folder).isDirectoryContaining("glob:**openai-node.mjs");
        assertThat(folder).isDirectoryContaining("glob:**recipe.schema.json");
        assertThat(run(command)).isZero();
        Files.writeString(folder.resolve("openai-node.mjs"), "mine");
        assertThat(run(command)).isEqualTo(64);
        assertThat(err.toString()).contains("openai-node.mjs exists and has another text");
        assertThat(folder.resolve("openai-node.mjs")).hasContent("mine");
    }

    @Test
    void aBrokenRecipeIsNamedAndTheOthersAreUsed(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("mine.json"), "{");

        assertThat(run("recipes --recipes " + folder)).isEqualTo(64);
        assertThat(err.toString()).contains("skipped", "mine.json: not a recipe");
        assertThat(out.toString()).contains("opencode-ai");
    }

    @ParameterizedTest
    @CsvSource({"PASS, 0", "FAIL, 1", "INCONCLUSIVE, 2"})
    void theVerdictIsTheExitCode(String verdict, int code) {
        assertThat(ExitCode.of(verdict)).isEqualTo(code);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--help", "help serve", "serv", "--version serve"})
    void whatBeginsWithNoCommandIsReadByAllOfThem(String arguments) {
        assertThat(ThroughlineCommandLine.create(arguments.split(" ")).getSubcommands())
                .containsOnlyKeys(
                        "serve",
                        "check",
                        "bisect",
                        "radar",
                        "completion",
                        "report",
                        "runs",
                        "diff",
                        "matrix",
                        "can-i-use",
                        "recipes",
                        "docs",
                        "keys",
                        "retention",
                        "render",
                        "template",
                        "explain",
                        "prefix",
                        "export-training",
                        "help");
    }

    @ParameterizedTest
    @ValueSource(strings = {"serve", "serve --port 1", "can-i-use opencode@1.1.34", "keys create"})
    void aCommandThatComesFirstIsSetUpAlone(String arguments) {
        String[] words = arguments.split(" ");

        assertThat(ThroughlineCommandLine.create(words).getSubcommands()).containsOnlyKeys(words[0]);
    }

    private int run(String arguments) {
        String[] words = arguments.isEmpty() ? new String[0] : arguments.split(" ");
        return ThroughlineCommandLine.create(words)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(words);
    }
}
