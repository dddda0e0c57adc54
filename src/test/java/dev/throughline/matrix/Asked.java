package dev.throughline.matrix;

import dev.throughline.conversation.Dialect;
import dev.throughline.matrix.use.CanIUse;
import dev.throughline.matrix.use.UseAnswer;
import dev.throughline.matrix.use.UseEvidence;
import dev.throughline.matrix.use.UseGateway;
import dev.throughline.matrix.use.UseQuestion;
import dev.throughline.matrix.version.Product;
import dev.throughline.matrix.version.VersionScheme;
import dev.throughline.trace.Policy;
import dev.throughline.verdict.Capability;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Builds questions for tests and asks them.
public record Asked(UseQuestion question, List<Claim> claims) {
    private static final Product OPENCODE =
            new Product("opencode", Product.Kind.CLIENT, "OpenCode", VersionScheme.SEMVER, "");
    private static final Product LLAMA =
            new Product("llama.cpp", Product.Kind.BACKEND, "llama.cpp", VersionScheme.BUILD, "");

    /// THINK in openai-chat, nothing else narrowed.
    public static Asked about(String version) {
        return new Asked(
                new UseQuestion(
                        Measured.versioned("opencode@" + version),
                        Optional.of(Dialect.OPENAI_CHAT),
                        List.of(Capability.THINK),
                        "",
                        Optional.empty(),
                        Optional.empty(),
                        Policy.PRESERVED,
                        Optional.empty(),
                        Cell.Confidence.LOW),
                List.of());
    }

    public Asked capabilities(Capability... wanted) {
        return with(new UseQuestion(
                question.client(),
                question.dialect(),
                List.of(wanted),
                question.variant(),
                question.model(),
                question.backend(),
                question.policy(),
                question.maxAge(),
                question.minConfidence()));
    }

    public Asked variant(String variant) {
        return with(new UseQuestion(
                question.client(),
                question.dialect(),
                question.capabilities(),
                variant,
                question.model(),
                question.backend(),
                question.policy(),
                question.maxAge(),
                question.minConfidence()));
    }

    public Asked anyDialect() {
        return with(new UseQuestion(
                question.client(),
                Optional.empty(),
                question.capabilities(),
                question.variant(),
                question.model(),
                question.backend(),
                question.policy(),
                question.maxAge(),
                question.minConfidence()));
    }

    public Asked at(String backend) {
        return with(new UseQuestion(
                question.client(),
                question.dialect(),
                question.capabilities(),
                question.variant(),
                question.model(),
                Optional.of(Measured.versioned(backend)),
                question.policy(),
                question.maxAge(),
                question.minConfidence()));
    }

    public Asked through(String product, Optional<String> version) {
        return with(new UseQuestion(
                question.client(),
                question.dialect(),
                question.capabilities(),
                question.variant(),
                question.model(),
                question.backend(),
                question.policy(),
                question.maxAge(),
                question.minConfidence(),
                Optional.of(new UseGateway(product, version))));
    }

    public Asked within(Duration maxAge) {
        return with(new UseQuestion(
                question.client(),
                question.dialect(),
                question.capabilities(),
                question.variant(),
                question.model(),
                question.backend(),
                question.policy(),
                Optional.of(maxAge),
                question.minConfidence()));
    }

    public Asked sure(Cell.Confidence confidence) {
        return with(new UseQuestion(
                question.client(),
                question.dialect(),
                question.capabilities(),
                question.variant(),
                question.model(),
                question.backend(),
                question.policy(),
                question.maxAge(),
                confidence));
    }

    public Asked knowing(Claim claim) {
        return new Asked(question, List.of(claim));
    }

    public UseAnswer of(Measured... cells) {
        return CanIUse.answer(
                question,
                new UseEvidence(
                        OPENCODE,
                        Optional.of(LLAMA),
                        Arrays.stream(cells).map(Measured::cell).toList(),
                        claims,
                        Measured.NOW,
                        true));
    }

    private Asked with(UseQuestion other) {
        return new Asked(other, claims);
    }
}
