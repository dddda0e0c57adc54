package dev.throughline.matrix.api;

import dev.throughline.conversation.Dialect;
import dev.throughline.matrix.Cell.Confidence;
import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.matrix.use.AgeText;
import dev.throughline.matrix.use.UseGateway;
import dev.throughline.matrix.use.UseQuestion;
import dev.throughline.rest.Problem;
import dev.throughline.rest.QueryParameters;
import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.verdict.Capability;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Parses the query of `GET /can-i-use`. An invalid parameter fails the request with its name.
final class UseQuestionReader {
    private static final int LONGEST_NAME = 200;

    private UseQuestionReader() {}

    static UseQuestion read(CanIUseResource.Asked asked) {
        return new UseQuestion(
                versioned("client", asked.client)
                        .orElseThrow(
                                () -> wrongVersion("client", "opencode@1.18.33").exception()),
                QueryParameters.setting("dialect", Dialect.class, asked.dialect),
                capabilities(asked.capability),
                QueryParameters.text("variant", asked.variant, LONGEST_NAME).orElse(""),
                QueryParameters.text("model", asked.model, LONGEST_NAME),
                versioned("backend", asked.backend),
                QueryParameters.setting("policy", ThinkingPolicy.class, asked.policy)
                        .orElse(ThinkingPolicy.PRESERVED),
                age(asked.maxAge),
                QueryParameters.setting("minConfidence", Confidence.class, asked.minConfidence)
                        .orElse(Confidence.LOW),
                QueryParameters.text("gateway", asked.gateway, LONGEST_NAME).map(UseQuestionReader::gateway));
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
        return QueryParameters.text(parameter, text, LONGEST_NAME).map(label -> {
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
        List<Capability> wanted = names == null
                ? List.of()
                : names.stream()
                        .flatMap(name -> Stream.of(name.split(",")))
                        .map(UseQuestionReader::capability)
                        .distinct()
                        .toList();
        return wanted.isEmpty() ? List.of(Capability.THINK) : wanted;
    }

    private static Capability capability(String name) {
        String written = name.strip().toLowerCase(Locale.ROOT).replace('_', '-');
        return QueryParameters.setting("capability", Capability.class, written).orElseThrow();
    }

    private static Optional<Duration> age(@Nullable String text) {
        return Optional.ofNullable(text)
                .map(age -> AgeText.parse(age)
                        .orElseThrow(
                                () -> Problem.inParameter("maxAge", "an age such as 90d, 12h or PT30M was expected.")
                                        .exception()));
    }
}
