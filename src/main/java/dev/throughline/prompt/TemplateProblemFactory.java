package dev.throughline.prompt;

import dev.throughline.render.AttributionException;
import dev.throughline.render.jinja.TemplateException;
import dev.throughline.render.tokenizer.TokenizerFormatException;
import dev.throughline.rest.Problem;
import dev.throughline.rest.ProblemException;
import dev.throughline.rest.ProblemType;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/// Converts template errors to problems.
public final class TemplateProblemFactory {
    private TemplateProblemFactory() {}

    /// @param pointer JSON pointer to the template in the request body
    static <T> T in(String pointer, Supplier<T> work) {
        try {
            return work.get();
        } catch (AttributionException e) {
            throw Problem.inField(pointer, String.valueOf(e.getMessage())).exception();
        } catch (TemplateException | TokenizerFormatException | UncheckedIOException e) {
            throw of(pointer, e).orElseThrow();
        }
    }

    /// The problem that a failure is; empty if it is none of a template or tokenizer.
    /// @param pointer JSON pointer to the template in the request body; empty if it is not from there
    public static Optional<ProblemException> of(String pointer, Throwable failure) {
        return switch (failure) {
            case TemplateException e ->
                Optional.of(Problem.inTemplate(
                                pointer, e.error().className(), e.line(), e.column(), String.valueOf(e.getMessage()))
                        .exception());
            case TokenizerFormatException e -> failed(e);
            case UncheckedIOException e -> failed(Objects.requireNonNull(e.getCause()));
            default -> Optional.empty();
        };
    }

    private static Optional<ProblemException> failed(Throwable cause) {
        return Optional.of(Problem.of(ProblemType.TEMPLATE_FAILED, String.valueOf(cause.getMessage()))
                .exception());
    }
}
