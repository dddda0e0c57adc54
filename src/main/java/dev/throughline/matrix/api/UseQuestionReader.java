package dev.throughline.matrix.api;

import dev.throughline.matrix.Cell.Confidence;
import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.matrix.use.AgeText;
import dev.throughline.matrix.use.UseGateway;
import dev.throughline.matrix.use.UseQuestion;
import dev.throughline.rest.Problem;
import dev.throughline.rest.QueryTexts;
import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.verdict.Capability;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Parses the query of `GET /can-i-use`. An invalid parameter fails the request with its name.
final class UseQuestionReader {
    private UseQuestionReader() {}

    static UseQuestion read(CanIUseResource.Asked asked) {
        return new UseQuestion(
                versioned("client", asked.client)
                        .orElseThrow(
                                () -> wrongVersion("client", "opencode@1.18.33").exception()),
                Optional.ofNullable(asked.dialect),
                capabilities(asked.capability),
                QueryTexts.present(asked.variant).orElse(""),
                QueryTexts.present(asked.model),
                versioned("backend", asked.backend),
                Objects.requireNonNullElse(asked.policy, ThinkingPolicy.PRESERVED),
                age(asked.maxAge),
                Objects.requireNonNullElse(asked.minConfidence, Confidence.LOW),
                QueryTexts.present(asked.gateway).map(UseQuestionReader::gateway),
                asked.countTraffic);
    }

    /// `product` or `product@version`.
    private static UseGateway gateway(String label) {
        int at = label.lastIndexOf('@');
        return at > 0 && at < label.length() - 1
                ? new UseGateway(label.substring(0, at), Optional.of(label.substring(at + 1)))
                : new UseGateway(label, Optional.empty());
    }

    /// `product@version`; a product may itself begin with an `@`.
    private static Optional<Versioned> versioned(String parameter, @Nullable String text) {
        return QueryTexts.present(text).map(label -> {
            int at = label.lastIndexOf('@');
            if (at <= 0 || at == label.length() - 1) {
                throw wrongVersion(parameter, parameter.equals("backend") ? "llama.cpp@b4712" : "opencode@1.18.33")
                        .exception();
            }
            return new Versioned(label.substring(0, at), label.substring(at + 1));
        });
    }

    private static Problem wrongVersion(String parameter, String example) {
        return Problem.inParameter(parameter, "a product and its version were expected, for example " + example + ".");
    }

    private static List<Capability> capabilities(@Nullable List<String> names) {
        Set<Capability> wanted = QueryTexts.constants("capability", Capability.class, names);
        return wanted.isEmpty() ? List.of(Capability.THINK) : List.copyOf(wanted);
    }

    private static Optional<Duration> age(@Nullable String text) {
        return Optional.ofNullable(text)
                .map(age -> AgeText.parse(age)
                        .orElseThrow(
                                () -> Problem.inParameter("maxAge", "an age such as 90d, 12h or PT30M was expected.")
                                        .exception()));
    }
}
