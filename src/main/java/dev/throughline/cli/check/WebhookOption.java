package dev.throughline.cli.check;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.harness.HarnessException;
import dev.throughline.text.Webhook;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// Where losses are announced.
final class WebhookOption {
    private static final String NAME = "--webhook";

    @Option(
            names = NAME,
            paramLabel = "URL",
            defaultValue = "${env:THROUGHLINE_WEBHOOK:-}",
            description = "Post what got worse, with the first bad request, as JSON to this address (default:"
                    + " THROUGHLINE_WEBHOOK). Losses that an earlier radar measured are not posted again.")
    private String url = "";

    /// @throws ParameterException if it is no address
    void check(CommandSpec spec) {
        try {
            if (!url.isEmpty()) {
                Webhook.of(NAME, url);
            }
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    /// Posts `{text, regressions: […]}`, each regression as in `radar --json`; nothing if there is none.
    /// @throws HarnessException if the receiver does not accept it
    void send(List<ReleaseChange> changes) {
        List<ReleaseChange> losses = changes.stream()
                .filter(change -> change.isRegression() && change.outcome().isPresent())
                .toList();
        if (url.isEmpty() || losses.isEmpty()) {
            return;
        }
        String text = losses.stream().map(ReleaseChange::text).collect(Collectors.joining("\n"));
        List<ObjectNode> news = losses.stream().map(ReleaseChange::json).toList();
        Webhook.of(NAME, url).post(text, "regressions", news).join().ifPresent(why -> {
            throw new HarnessException(why);
        });
    }
}
