package dev.throughline.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.cli.output.ExitCode;
import dev.throughline.cli.service.QueryStringBuilder;
import dev.throughline.cli.service.ServiceCommand;
import dev.throughline.harness.ServiceClient;
import dev.throughline.harness.probe.PromptServer;
import dev.throughline.harness.probe.PromptServer.ServedModel;
import dev.throughline.harness.probe.PromptServer.ServedPrompt;
import dev.throughline.prompt.PromptPage;
import dev.throughline.prompt.PromptTerminal;
import dev.throughline.prompt.PromptView;
import dev.throughline.prompt.TemplateFile;
import dev.throughline.render.CallArguments;
import dev.throughline.render.ChatForm;
import dev.throughline.render.ChatInput;
import dev.throughline.render.ChatTemplate;
import dev.throughline.render.ControlTokens;
import dev.throughline.render.GlmVersion;
import dev.throughline.render.ModelProfile;
import dev.throughline.render.PromptTurn;
import dev.throughline.render.jinja.TemplateException;
import dev.throughline.render.tokenizer.Tokenizer;
import dev.throughline.render.tokenizer.TokenizerFormatException;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.WireException;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Prints the prompt that a chat template renders from a conversation.
@Command(
        name = "render",
        mixinStandardHelpOptions = true,
        description = {
            "Prints the prompt that a chat template renders for a conversation: for a file with a chat request, which"
                    + " is handed to the template as today's servers do, or with a template's context (--mode context),"
                    + " as JSON, or for a recorded request (RUN/N).",
            "Rendering a file requires no service."
        },
        footer = {
            "",
            "Examples:",
            "  throughline render request.json --template glm-4.7",
            "  throughline render 1k836ej4r93b258c1acue41bc/3"
        })
public final class RenderCommand extends ServiceCommand {
    private static final List<String> FORMATS = List.of("ansi", "text", "json", "ids", "html");
    private static final String RECORDED = "[0-9a-z-]{1,64}(/[0-9]{1,9})?";

    @Parameters(paramLabel = "FILE|RUN[/N]", description = "A file, or a run and the number of a request (default: 1).")
    private String source = "";

    @Option(
            names = "--template",
            paramLabel = "FILE|NAME|URL",
            description = "A template, a tokenizer_config.json, a GGUF file, the name of a built-in template, such as"
                    + " glm-4.7 (for a recorded request: a name; default: by its model), or the URL of a running"
                    + " llama.cpp or vLLM, to compare its prompt (exit code 0 equal, 1 different, 2 not compared).")
    private Optional<String> template = Optional.empty();

    @Option(
            names = "--tokenizer",
            paramLabel = "FILE",
            description = "A tokenizer.json or a GGUF file, for --format ids.")
    private Optional<Path> tokenizer = Optional.empty();

    @Option(
            names = "--format",
            defaultValue = "text",
            description = "ansi, text, json, ids or html (default: ${DEFAULT-VALUE}).")
    private String format = "";

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            description = "For files: how a request is handed to the template: transformers (5.24), vllm, or context:"
                    + " the file has the template's variables, used as they are (default: ${DEFAULT-VALUE}).",
            defaultValue = "transformers")
    private String mode = "";

    @Option(names = "--now", paramLabel = "TIME", description = "What strftime_now shows, such as 2026-07-10T12:00:00.")
    private Optional<LocalDateTime> now = Optional.empty();

    @Override
    public Integer call() {
        if (!FORMATS.contains(format)) {
            throw wrong("Unknown format " + format + "; known: " + String.join(", ", FORMATS) + ".");
        }
        Path file = Path.of(source);
        return Files.exists(file) ? ofFile(file) : ofRun();
    }

    private int ofFile(Path file) {
        String name = template.orElseThrow(
                () -> wrong("--template is missing: a file, or one of " + TemplateOption.names() + "."));
        if (TemplateOption.url(name).isPresent()) {
            return ofServer(file, TemplateOption.url(name).get());
        }
        try {
            ChatInput input = input(StrictJson.parse(Files.readAllBytes(file)));
            PromptTurn turn = PromptTurn.of(
                    TemplateOption.read(spec.commandLine(), name),
                    input,
                    now.orElseGet(() -> LocalDateTime.now(ZoneId.systemDefault())));
            print(turn, file.toString());
            return ExitCode.YES;
        } catch (IOException e) {
            throw wrong(file + " cannot be read: " + e.getMessage());
        } catch (WireException | TokenizerFormatException e) {
            throw wrong(file + ": " + e.getMessage());
        } catch (TemplateException e) {
            spec.commandLine().getErr().println("throughline: " + name + ": " + TemplateOption.words(e));
            return ExitCode.FAILED;
        }
    }

    private int ofServer(Path file, URI url) {
        try (PromptServer server = new PromptServer(url)) {
            ObjectNode request = StrictJson.parse(Files.readAllBytes(file));
            ServedModel model = server.model();
            ServedPrompt served = server.prompt(request, model);
            Optional<ChatTemplate> known = TemplateOption.of(spec.commandLine(), url.toString(), model);
            if (known.isEmpty()) {
                return servedAlone(url, served);
            }
            if (tokenizer.isEmpty()) {
                tokenizer = model.modelFile().filter(Files::isReadable);
            }
            PromptTurn turn = PromptTurn.of(
                    known.get(), input(request), now.orElseGet(() -> LocalDateTime.now(ZoneId.systemDefault())));
            print(turn, file.toString());
            Optional<int[]> ids = tokenizer()
                    .map(chosen -> chosen.encode(turn.prompt().text()).ids());
            ServedPromptReport report = ServedPromptReport.of(turn.prompt().text(), ids, served);
            say(url, report.text());
            return report.isEqual() ? ExitCode.YES : ExitCode.NO;
        } catch (IOException e) {
            throw wrong(file + " cannot be read: " + e.getMessage());
        } catch (WireException | TokenizerFormatException e) {
            throw wrong(file + ": " + e.getMessage());
        } catch (TemplateException e) {
            say(url, TemplateOption.words(e));
            return ExitCode.FAILED;
        }
    }

    /// The server's own prompt, if its template is not known.
    private int servedAlone(URI url, ServedPrompt served) {
        switch (format) {
            case "text" -> spec.commandLine().getOut().print(served.text());
            case "ids" -> {
                int[] ids = served.ids().orElseThrow(() -> wrong(url + " does not report its token ids."));
                spec.commandLine().getOut().println(joined(ids));
            }
            default -> throw wrong("--format " + format + " needs the template, which " + url + " does not show.");
        }
        spec.commandLine().getOut().flush();
        say(url, "this is the server's own prompt; the server does not expose its template, so nothing was compared");
        return ExitCode.UNKNOWN;
    }

    private static String joined(int[] ids) {
        return Arrays.stream(ids).mapToObj(Integer::toString).collect(Collectors.joining(" "));
    }

    private void say(URI url, String text) {
        spec.commandLine().getErr().println("throughline: " + url + ": " + text);
    }

    private ChatInput input(ObjectNode request) {
        if (mode.equals(ChatInput.RAW)) {
            return ChatInput.raw(request);
        }
        ObjectNode parsed = request.deepCopy();
        CallArguments.parse(parsed).ifPresent(pointer -> {
            throw wrong(pointer + ": expected a string with a JSON object.");
        });
        return ChatInput.of(
                parsed,
                ChatForm.find(mode)
                        .orElseThrow(() -> wrong("Unknown mode " + mode + "; known: transformers, vllm, context.")));
    }

    private void print(PromptTurn turn, String title) throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        switch (format) {
            case "ansi" -> out.print(PromptTerminal.of(turn));
            case "html" -> out.print(new String(PromptPage.of(title, turn), StandardCharsets.UTF_8));
            case "json" ->
                out.println(StrictJson.MAPPER.writeValueAsString(PromptView.of(
                        turn, tokenizer(), template.flatMap(GlmVersion::find).map(ModelProfile::of))));
            case "ids" -> out.println(joined(ids(turn)));
            default -> out.print(turn.prompt().text());
        }
        out.flush();
    }

    private Optional<Tokenizer> tokenizer() throws IOException {
        return tokenizer.isEmpty() ? Optional.empty() : Optional.of(TemplateFile.tokenizer(tokenizer.get()));
    }

    private int[] ids(PromptTurn turn) throws IOException {
        Tokenizer chosen = tokenizer().orElseThrow(() -> wrong("--tokenizer is missing; --format ids requires it."));
        return ControlTokens.encode(turn.prompt(), turn.template(), chosen).ids();
    }

    private int ofRun() {
        if (!source.matches(RECORDED)) {
            throw wrong("There is no file " + source + ", and it is no run's id.");
        }
        if (format.equals("ids")) {
            throw wrong("--format ids is available for files only.");
        }
        String[] parts = source.split("/");
        String number = parts.length > 1 ? parts[1] : "1";
        String query = new QueryStringBuilder()
                .add("format", format)
                .add("template", template)
                .toString();
        String path = "/api/v1/runs/" + parts[0] + "/exchanges/" + number + "/prompt" + query;
        return service.query(running -> printed(running.get(path)));
    }

    private int printed(ServiceClient.Response answer) {
        spec.commandLine().getOut().print(service.known(answer).body());
        spec.commandLine().getOut().flush();
        return ExitCode.YES;
    }

    /// Compares a prompt rendered here with that of a server.
    ///
    /// @param text a readable line
    record ServedPromptReport(boolean isEqual, String text) {
        private static final int SHOWN = 24;

        /// @param ids of our prompt, if there is a tokenizer
        static ServedPromptReport of(String prompt, Optional<int[]> ids, ServedPrompt served) {
            if (!prompt.equals(served.text())) {
                return new ServedPromptReport(false, difference(prompt, served.text()));
            }
            String same = "the text is the server's, character for character (" + prompt.length() + ")";
            if (ids.isEmpty() || served.ids().isEmpty()) {
                return new ServedPromptReport(true, same + "; token ids were not compared");
            }
            int[] ours = ids.get();
            int[] theirs = served.ids().get();
            int at = Arrays.mismatch(ours, theirs);
            return at < 0
                    ? new ServedPromptReport(true, same + ", and so are the token ids (" + ours.length + ")")
                    : new ServedPromptReport(
                            false,
                            same
                                    + ", but token %d is %s, the server's %s"
                                            .formatted(at, shown(ours, at), shown(theirs, at)));
        }

        private static String shown(int[] ids, int at) {
            return at < ids.length ? Integer.toString(ids[at]) : "missing";
        }

        private static String difference(String prompt, String served) {
            int at = 0;
            while (at < Math.min(prompt.length(), served.length()) && prompt.charAt(at) == served.charAt(at)) {
                at++;
            }
            return "the text differs from the server's at character %d: %s, the server's %s"
                    .formatted(at, shown(prompt, at), shown(served, at));
        }

        private static String shown(String text, int at) {
            String part = text.substring(at, Math.min(text.length(), at + SHOWN));
            return '"' + part.replace("\n", "\\n").replaceAll("\\p{Cntrl}", "\uFFFD") + '"';
        }
    }
}
