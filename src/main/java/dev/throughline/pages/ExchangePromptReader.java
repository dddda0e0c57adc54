package dev.throughline.pages;

import dev.throughline.prompt.UnknownTemplateException;
import dev.throughline.render.jinja.TemplateException;
import dev.throughline.run.RecordedExchange;
import dev.throughline.run.prompt.RecordedPrompts;
import dev.throughline.run.prompt.RecordedPrompts.UnreadableRequestException;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Optional;

/// Renders what the page of an exchange shows of its prompt.
@ApplicationScoped
class ExchangePromptReader {
    private static final int LONGEST_BODY = 48 * 1_024;

    private final RecordedPrompts prompts;

    ExchangePromptReader(RecordedPrompts prompts) {
        this.prompts = prompts;
    }

    /// Not for an event loop.
    /// @param body empty if it was removed
    PromptExcerpt read(RecordedExchange exchange, Optional<byte[]> body) {
        if (body.isEmpty()) {
            return PromptExcerpt.none("The body of the request is no longer stored.");
        }
        if (body.get().length > LONGEST_BODY) {
            return PromptExcerpt.none("The request is long; its prompt has its own page.");
        }
        try {
            var rendered = prompts.rendered(exchange, body.get(), Optional.empty());
            return PromptExcerpt.of(rendered.template(), rendered.turn());
        } catch (UnknownTemplateException e) {
            return PromptExcerpt.none(e.getMessage() + "; name one by ?template= on the page of the prompt: "
                    + String.join(", ", e.known()) + ".");
        } catch (TemplateException | UnreadableRequestException e) {
            return PromptExcerpt.none(String.valueOf(e.getMessage()));
        } catch (UncheckedIOException e) {
            return PromptExcerpt.none(
                    String.valueOf(Objects.requireNonNull(e.getCause()).getMessage()));
        }
    }
}
