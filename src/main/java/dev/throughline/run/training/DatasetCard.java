package dev.throughline.run.training;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.throughline.wire.StrictJson;
import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;

/// Writes the card of a data set: a `README.md` whose YAML header declares the types of the rows. Names of
/// clients and models are formatted as code, so that their text cannot inject markup.
public final class DatasetCard {
    /// The file named by the header.
    public static final String ROWS = "train.jsonl";

    private DatasetCard() {}

    /// The card of `train.jsonl`.
    public static String of(TrainingSummary summary) {
        SampleShape shape = SampleShape.find(summary.shape()).orElseThrow();
        return header(summary, shape) + counts(summary) + """

                ## Columns

                | column | what it holds |
                |---|---|
                """ + CardColumns.words(shape) + """
                | `provenance` | the source of the row, and whether the reasoning of its branch was preserved |

                """ + rules(shape)
                + provenance(summary);
    }

    private static String header(TrainingSummary summary, SampleShape shape) {
        return """
                ---
                pretty_name: Conversations recorded by Throughline
                task_categories:
                - text-generation
                tags:
                - reasoning
                - tool-calls
                - throughline
                size_categories:
                - %s
                configs:
                - config_name: default
                  data_files:
                  - split: train
                    path: %s
                dataset_info:
                  features:
                %s  splits:
                  - name: train
                    num_examples: %d
                ---

                # Conversations recorded by Throughline

                """.formatted(size(summary.rows()), ROWS, CardColumns.features(shape), summary.rows());
    }

    /// Source: Hugging Face Hub, "Dataset card metadata", `size_categories`.
    private static String size(long rows) {
        return rows < 1_000
                ? "n<1K"
                : rows < 10_000
                        ? "1K<n<10K"
                        : rows < 100_000 ? "10K<n<100K" : rows < 1_000_000 ? "100K<n<1M" : "1M<n<10M";
    }

    private static String counts(TrainingSummary summary) {
        StringBuilder out = new StringBuilder();
        line(out, "shape", summary.shape());
        line(out, "rows", Long.toString(summary.rows()));
        line(out, "branches", Long.toString(summary.branches()));
        line(out, "exchanges of the runs", Long.toString(summary.exchanges()));
        if (summary.tokens() > 0) {
            line(out, "tokens", Long.toString(summary.tokens()));
            line(out, "tokens trained on", Long.toString(summary.learntTokens()));
        }
        line(out, "rows of branches that lost reasoning", Long.toString(summary.rowsWithLoss()));
        line(out, "rows of answers that were cut or failed", Long.toString(summary.rowsTruncated()));
        summary.leftOut()
                .forEach((reason, count) ->
                        line(out, "left out: " + OmissionReason.of(reason).words(), Long.toString(count)));
        return "| | |\n|---|---|\n" + out;
    }

    private static void line(StringBuilder out, String name, String value) {
        out.append("| ").append(name).append(" | ").append(value).append(" |\n");
    }

    private static String rules(SampleShape shape) {
        String made = """
                ## How it was made

                Each row is a branch of a recorded conversation: a request that no later request continues, with the
                answer that was recorded, complete with its reasoning and calls, and not as a client sent it back.
                Where requests fork there is a row for each; where a client replaced its history (compaction) there
                are rows for before and after. What is redacted in the record is redacted here; headers of requests,
                credentials and fields that no model reads are not in it. The texts themselves are what users, tools
                and models wrote: look through them before you share them.

                """;
        String read = """
                `tools`, `chat_template_kwargs` and the arguments of calls are JSON text, since readers of tables would
                fill each with the fields of all others: `json.loads` gives them back. `null` stands for a field that a
                message does not have; leave it out before you render, since templates print it.

                """;
        String learnt = """
                The loss mask covers only what the model wrote itself: answers that were returned unchanged and whose
                reasoning the template renders, and the last answer with the token that ends it. An answer without its
                reasoning, because a client or the template omitted it, is context.

                """;
        return made + (shape == SampleShape.TOKENS ? learnt : read);
    }

    private static String provenance(TrainingSummary summary) {
        return "## Provenance\n\n"
                + list("runs", summary.runs())
                + list(
                        "verdicts",
                        summary.verdicts().entrySet().stream()
                                .map((Map.Entry<String, Long> one) -> one.getKey() + " " + one.getValue())
                                .toList())
                + list("clients", summary.clients())
                + list("models", summary.models())
                + list("templates", summary.templates())
                + list("tokenizers", summary.tokenizers())
                + "- made by: " + code(summary.generator()) + "\n";
    }

    private static String list(String name, Collection<String> values) {
        String shown = values.isEmpty()
                ? "none"
                : values.stream().map(DatasetCard::code).collect(Collectors.joining(", "));
        return "- " + name + ": " + shown + "\n";
    }

    /// A text as inline code on one line.
    private static String code(String text) {
        String quoted = StrictJson.text(TextNode.valueOf(text)).replace('`', '\'');
        return "`" + quoted.substring(1, quoted.length() - 1) + "`";
    }
}
