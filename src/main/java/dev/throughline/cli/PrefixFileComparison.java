package dev.throughline.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.cli.output.ExitCode;
import dev.throughline.conversation.Dialect;
import dev.throughline.prompt.ComparisonView;
import dev.throughline.prompt.TemplateFile;
import dev.throughline.render.CallArguments;
import dev.throughline.render.ChatForm;
import dev.throughline.render.ChatInput;
import dev.throughline.render.ChatTemplate;
import dev.throughline.render.GlmVersion;
import dev.throughline.render.PrefixComparison;
import dev.throughline.render.PrefixMeasure;
import dev.throughline.render.PromptTurn;
import dev.throughline.render.jinja.TemplateException;
import dev.throughline.render.tokenizer.Tokenizer;
import dev.throughline.render.tokenizer.TokenizerFormatException;
import dev.throughline.run.prompt.RecordedRequest;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.WireException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// Compares the requests of two files.
final class PrefixFileComparison {
    private static final int WITH_ANSWER = 3;

    @Option(
            names = "--answer",
            paramLabel = "FILE",
            description = "For files: the answer between them: an assistant message or a complete answer of the chat"
                    + " dialect as JSON, or the text that the model wrote.")
    private Optional<Path> answer = Optional.empty();

    @Option(
            names = "--tokenizer",
            paramLabel = "FILE",
            description = "For files: a tokenizer.json or a GGUF file; without it, tokens are estimated.")
    private Optional<Path> tokenizer = Optional.empty();

    @Option(
            names = "--dialect",
            paramLabel = "D",
            description = "For files: openai-chat, anthropic or responses (default: ${DEFAULT-VALUE}).",
            defaultValue = "openai-chat")
    private String dialect = "";

    /// @param sources the earlier request, the later one and optionally the answer
    int compare(CommandLine line, List<String> sources, Optional<String> template) {
        try {
            RecordedRequest earlier = request(line, sources.get(0));
            RecordedRequest later = request(line, sources.get(1));
            Optional<ChatTemplate> chosen =
                    template.or(() -> byModel(later.model())).map(name -> TemplateOption.read(line, name));
            if (chosen.isEmpty()) {
                line.getErr()
                        .println("throughline: no template is known for \"" + later.model()
                                + "\"; pass one with --template: a file, or one of " + TemplateOption.names() + ".");
                return ExitCode.UNKNOWN;
            }
            Optional<Path> between = sources.size() == WITH_ANSWER ? Optional.of(Path.of(sources.get(2))) : answer;
            return compare(line, earlier, later, chosen.get(), between);
        } catch (IOException | TokenizerFormatException e) {
            throw new ParameterException(line, e.getMessage());
        } catch (TemplateException e) {
            line.getErr().println("throughline: " + TemplateOption.words(e));
            return ExitCode.FAILED;
        }
    }

    private int compare(
            CommandLine line,
            RecordedRequest earlier,
            RecordedRequest later,
            ChatTemplate template,
            Optional<Path> between)
            throws IOException {
        LocalDateTime now = LocalDateTime.now(ZoneId.systemDefault());
        PromptTurn before = PromptTurn.of(template, earlier.input(), now);
        PromptTurn after = PromptTurn.of(template, later.input(), now);
        PrefixMeasure measure =
                tokenizer.isEmpty() ? PrefixMeasure.estimated(0) : PrefixMeasure.tokens(read(tokenizer.get()));
        PrefixComparison found;
        if (between.isEmpty()) {
            found = PrefixComparison.of(before, Optional.empty(), after, measure);
        } else {
            String text = text(between.get());
            Optional<ObjectNode> message = message(text);
            found = message.isPresent()
                    ? PrefixComparison.of(before, message, after, measure)
                    : PrefixComparison.ofText(before, text, after, measure);
        }
        PrefixPrinter lines = new PrefixPrinter(line.getOut());
        lines.print(
                "later after earlier",
                StrictJson.MAPPER.valueToTree(ComparisonView.of(found, measure.unit(), measure.isEstimated())));
        return lines.code();
    }

    private static Tokenizer read(Path file) throws IOException {
        return TemplateFile.tokenizer(file);
    }

    private RecordedRequest request(CommandLine line, String file) throws IOException {
        Dialect spoken = Arrays.stream(Dialect.values())
                .filter(known -> known.id().equals(dialect))
                .findFirst()
                .orElseThrow(() -> new ParameterException(
                        line,
                        "Unknown dialect " + dialect + "; known: "
                                + Arrays.stream(Dialect.values())
                                        .map(Dialect::id)
                                        .collect(Collectors.joining(", "))
                                + "."));
        try {
            return RecordedRequest.read(
                    spoken, text(Path.of(file)).getBytes(StandardCharsets.UTF_8), ChatForm.TRANSFORMERS);
        } catch (WireException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }

    private static String text(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IOException("There is no file " + file + ".");
        }
        return Files.readString(file);
    }

    /// The built-in template for the longest GLM version that the name contains.
    private static Optional<String> byModel(String model) {
        String lower = model.toLowerCase(Locale.ROOT);
        return GlmVersion.ALL.stream()
                .map(GlmVersion::name)
                .filter(lower::contains)
                .max(Comparator.comparing(String::length));
    }

    private static Optional<ObjectNode> message(String text) throws IOException {
        Optional<ObjectNode> body = StrictJson.object(text.getBytes(StandardCharsets.UTF_8));
        if (body.isEmpty()) {
            return Optional.empty();
        }
        JsonNode inside = body.get().at("/choices/0/message");
        ObjectNode message = inside instanceof ObjectNode found ? found : body.get();
        ObjectNode context = message.objectNode();
        context.putArray("messages").add(message);
        Optional<String> wrong = CallArguments.parse(context);
        if (wrong.isPresent()) {
            throw new IOException(wrong.get() + ": expected a string with a JSON object.");
        }
        return Optional.of(ChatInput.message(message, ChatForm.TRANSFORMERS));
    }
}
