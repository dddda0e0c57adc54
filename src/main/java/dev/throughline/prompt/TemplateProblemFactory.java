package dev.throughline.prompt;

import dev.throughline.render.jinja.TemplateException;
import dev.throughline.render.mask.AttributionException;
import dev.throughline.render.tokenizer.TokenizerFormatException;
import dev.throughline.rest.Problem;
import dev.throughline.rest.ProblemType;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.function.Supplier;

/// Converts template errors to problems.
final class TemplateProblemFactory {
    private TemplateProblemFactory() {}

    /// @param pointer JSON pointer to the template in the request body
    static <T> T in(String pointer, Supplier<T> work) {
        try {
            return work.get();
        } catch (TemplateException e) {
            throw Problem.inTemplate(
                            pointer, e.error().className(), e.line(), e.column(), String.valueOf(e.getMessage()))
                    .exception();
        } catch (AttributionException e) {
            throw Problem.inField(pointer, String.valueOf(e.getMessage())).exception();
        } catch (TokenizerFormatException e) {
            throw Problem.of(ProblemType.TEMPLATE_FAILED, String.valueOf(e.getMessage()))
                    .exception();
        } catch (UncheckedIOException e) {
            throw Problem.of(
                            ProblemType.TEMPLATE_FAILED,
                            String.valueOf(Objects.requireNonNull(e.getCause()).getMessage()))
                    .exception();
        }
    }
}
