package dev.throughline.matrix;

import dev.throughline.conversation.Dialect;
import dev.throughline.matrix.use.CanIUse;
import dev.throughline.matrix.use.UseAnswer;
import dev.throughline.matrix.use.UseEvidence;
import dev.throughline.matrix.use.UseGateway;
import dev.throughline.matrix.use.UseQuestion;
import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.verdict.Capability;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Builds questions for tests and asks them.
public record UseQuestionBuilder(UseQuestion question, List<Claim> claims, ReleaseHistory releases) {
    private static final ReleaseHistory RELEASES = ReleaseHistoryTest.history(
            "1.0.0=2025-12-01 1.1.34=2026-01-01 1.1.40=2026-01-04 1.1.53=2026-01-09 1.2.0=2026-01-12"
                    + " 1.18.33=2026-02-01 2.0.0=2026-02-02");
    private static final Product OPENCODE =
            new Product("opencode", Product.Kind.CLIENT, "OpenCode", VersionScheme.SEMVER, "");
    private static final Product LLAMA =
            new Product("llama.cpp", Product.Kind.BACKEND, "llama.cpp", VersionScheme.BUILD, "");

    /// THINK in openai-chat, nothing else narrowed.
    public static UseQuestionBuilder about(String version) {
        return new UseQuestionBuilder(
                new UseQuestion(
                        CellBuilder.versioned("opencode@" + version),
                        Optional.of(Dialect.OPENAI_CHAT),
                        List.of(Capability.THINK),
                        "",
                        Optional.empty(),
                        Optional.empty(),
                        ThinkingPolicy.PRESERVED,
                        Optional.empty(),
                        Cell.Confidence.LOW,
                        Optional.empty(),
                        false),
                List.of(),
                RELEASES);
    }

    public UseQuestionBuilder capabilities(Capability... wanted) {
        return with(new UseQuestion(
                question.client(),
                question.dialect(),
                List.of(wanted),
                question.variant(),
                question.model(),
                question.backend(),
                question.policy(),
                question.maxAge(),
                question.minConfidence(),
                Optional.empty(),
                false));
    }

    public UseQuestionBuilder variant(String variant) {
        return with(new UseQuestion(
                question.client(),
                question.dialect(),
                question.capabilities(),
                variant,
                question.model(),
                question.backend(),
                question.policy(),
                question.maxAge(),
                question.minConfidence(),
                Optional.empty(),
                false));
    }

    public UseQuestionBuilder anyDialect() {
        return with(new UseQuestion(
                question.client(),
                Optional.empty(),
                question.capabilities(),
                question.variant(),
                question.model(),
                question.backend(),
                question.policy(),
                question.maxAge(),
                question.minConfidence(),
                Optional.empty(),
                false));
    }

    public UseQuestionBuilder at(String backend) {
        return with(new UseQuestion(
                question.client(),
                question.dialect(),
                question.capabilities(),
                question.variant(),
                question.model(),
                Optional.of(CellBuilder.versioned(backend)),
                question.policy(),
                question.maxAge(),
                question.minConfidence(),
                Optional.empty(),
                false));
    }

    public UseQuestionBuilder through(String product, Optional<String> version) {
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
                Optional.of(new UseGateway(product, version)),
                question.countsTraffic()));
    }

    public UseQuestionBuilder within(Duration maxAge) {
        return with(new UseQuestion(
                question.client(),
                question.dialect(),
                question.capabilities(),
                question.variant(),
                question.model(),
                question.backend(),
                question.policy(),
                Optional.of(maxAge),
                question.minConfidence(),
                Optional.empty(),
                false));
    }

    public UseQuestionBuilder sure(Cell.Confidence confidence) {
        return with(new UseQuestion(
                question.client(),
                question.dialect(),
                question.capabilities(),
                question.variant(),
                question.model(),
                question.backend(),
                question.policy(),
                question.maxAge(),
                confidence,
                Optional.empty(),
                false));
    }

    public UseQuestionBuilder knowing(Claim claim) {
        return new UseQuestionBuilder(question, List.of(claim), releases);
    }

    /// @param published `1.0.0=2026-01-31 …`
    public UseQuestionBuilder releases(String published) {
        return new UseQuestionBuilder(question, claims, ReleaseHistoryTest.history(published));
    }

    public UseAnswer of(CellBuilder... cells) {
        return CanIUse.answer(
                question,
                new UseEvidence(
                        OPENCODE,
                        Optional.of(LLAMA),
                        Arrays.stream(cells).map(CellBuilder::cell).toList(),
                        claims,
                        CellBuilder.NOW,
                        releases,
                        new ReleaseHistory(VersionScheme.BUILD, Map.of())));
    }

    private UseQuestionBuilder with(UseQuestion other) {
        return new UseQuestionBuilder(other, claims, releases);
    }
}
