package dev.throughline.matrix.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.throughline.matrix.Cell;
import dev.throughline.matrix.CellKey;
import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.matrix.api.UseAnswerReader.ResolvedUseAnswer;
import dev.throughline.matrix.use.UseAnswer;
import dev.throughline.matrix.use.UseReason;
import dev.throughline.rest.SettingName;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// The answer to "can I use it?".
@Schema(name = "UseAnswer", description = "Whether a version of a client preserves reasoning, and why.")
public record UseAnswerView(
        @Schema(description = "The requested client, with latest resolved.", examples = "opencode@1.18.33")
        String client,

        @Schema(description = "Yes, no, or null for unknown.", nullable = true) @Nullable
        Boolean answer,

        ReasonView reason,

        @Schema(description = "The answer for each capability; any false decides, then any null.")
        List<PartView> capabilities,

        @Schema(description = "Eligible runs of the matching cells, by status.")
        Map<String, Integer> counts,

        List<NoticeView> notices,

        @Schema(description = "The cells that were considered.")
        List<RowView> rows) {
    public static UseAnswerView of(ResolvedUseAnswer resolvedUseAnswer) {
        UseAnswer answer = resolvedUseAnswer.answer();
        Map<String, Integer> counts = new TreeMap<>();
        answer.counts().forEach((status, runs) -> counts.put(status.name(), runs));
        return new UseAnswerView(
                resolvedUseAnswer.question().client().label(),
                answer.answer().orElse(null),
                ReasonView.of(answer.reason()),
                answer.capabilities().stream().map(PartView::of).toList(),
                counts,
                answer.notices().stream()
                        .map(notice -> new NoticeView(notice.kind(), notice.text()))
                        .toList(),
                answer.rows().stream().map(RowView::of).toList());
    }

    /// The answer for one capability.
    @Schema(name = "UsePart", description = "The answer for one capability.")
    record PartView(
            Capability capability,

            @Schema(description = "Yes, no, or null for unknown.", nullable = true) @Nullable
            Boolean answer,

            ReasonView reason) {
        static PartView of(UseAnswer.Part part) {
            return new PartView(part.capability(), part.answer().orElse(null), ReasonView.of(part.reason()));
        }
    }

    /// Qualifications of the answer.
    @Schema(name = "UseNotice", description = "Caveats of the answer.")
    record NoticeView(UseAnswer.Notice.Kind kind, String text) {}

    /// The reason of an answer.
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(name = "UseReason", description = "Reason for the answer.")
    record ReasonView(
            @Schema(
                    enumeration = {
                        "MEASURED",
                        "BROKEN_IN",
                        "FLAKY",
                        "INFERRED",
                        "BETWEEN_VERSIONS",
                        "UNTESTED",
                        "ONLY_CLAIMED",
                        "NOTHING_CONCLUSIVE",
                        "TOO_OLD",
                        "TOO_LITTLE_CONFIDENCE",
                        "UNKNOWN_VERSION"
                    })
            String type,

            @Schema(description = "The reason in one sentence.")
            String text,

            @Schema(description = "The product it is about: the client or the backend.")
            String product,

            String version,

            @Schema(description = "The nearest older version that was measured.") @Nullable
            NeighborView lower,

            @Schema(description = "The nearest newer version that was measured.") @Nullable
            NeighborView upper,

            @Schema(description = "The version whose measurement would decide it.") @Nullable
            String tryNext) {
        static ReasonView of(UseReason reason) {
            return switch (reason) {
                case UseReason.Measured _ -> plain("MEASURED", reason);
                case UseReason.BrokenIn _ -> plain("BROKEN_IN", reason);
                case UseReason.Flaky _ -> plain("FLAKY", reason);
                case UseReason.Inferred(Versioned _, UseReason.Neighbor lower, UseReason.Neighbor upper) ->
                    beside("INFERRED", reason, NeighborView.of(lower), NeighborView.of(upper), null);
                case UseReason.BetweenVersions between ->
                    beside(
                            "BETWEEN_VERSIONS",
                            reason,
                            NeighborView.of(between.lower()),
                            NeighborView.of(between.upper()),
                            between.tryNext());
                case UseReason.Untested untested ->
                    beside(
                            "UNTESTED",
                            reason,
                            untested.lower().map(NeighborView::of).orElse(null),
                            untested.upper().map(NeighborView::of).orElse(null),
                            untested.what().version());
                case UseReason.OnlyClaimed _ -> plain("ONLY_CLAIMED", reason);
                case UseReason.NothingConclusive _ -> plain("NOTHING_CONCLUSIVE", reason);
                case UseReason.TooOld _ -> plain("TOO_OLD", reason);
                case UseReason.TooLittleConfidence _ -> plain("TOO_LITTLE_CONFIDENCE", reason);
                case UseReason.UnknownVersion _ -> plain("UNKNOWN_VERSION", reason);
            };
        }

        private static ReasonView plain(String type, UseReason reason) {
            return beside(type, reason, null, null, null);
        }

        private static ReasonView beside(
                String type,
                UseReason reason,
                @Nullable NeighborView lower,
                @Nullable NeighborView upper,
                @Nullable String tryNext) {
            Versioned what = reason.what();
            return new ReasonView(type, reason.text(), what.product(), what.version(), lower, upper, tryNext);
        }
    }

    /// A measured version next to the requested one.
    @Schema(name = "UseNeighbor", description = "A measured version next to the requested one.")
    record NeighborView(String version, Status status) {
        static NeighborView of(UseReason.Neighbor neighbor) {
            return new NeighborView(neighbor.version(), neighbor.status());
        }
    }

    /// A cell and its role in the answer.
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(name = "UseRow", description = "A cell of the matrix and its role in the answer.")
    record RowView(
            UseAnswer.Role role,
            @Schema(description = "Id of the cell.") String cell,
            Capability capability,
            Status status,
            Status withinTurn,
            Status acrossTurns,
            List<Cell.Flag> flags,
            Cell.Confidence confidence,

            @Schema(description = "Number of runs that the status is based on.")
            int votes,

            @Schema(examples = "opencode@1.18.33") @Nullable String client,

            String variant,

            @Schema(description = "The packages that the client loads, as resolved; empty if none is known.")
            String sdk,

            @Schema(description = "Where chat answers carried reasoning; empty for reasoning_content.")
            String reasoningField,

            String model,

            @Schema(description = "The gateway between client and backend.", examples = "throughline@0.1.0") @Nullable
            String gateway,

            @Schema(examples = "llama.cpp@b4712") @Nullable String backend,

            @Schema(description = "The dialect of the client; of the backend for a backend check.")
            String dialect,

            String policy,
            String streaming,
            String scenario,

            @Schema(description = "The rule book's profile as which the stub answered; empty for none.")
            String vendor,

            Instant lastMeasured) {
        static RowView of(UseAnswer.Row row) {
            Cell cell = row.cell();
            CellKey key = cell.key();
            return new RowView(
                    row.role(),
                    cell.id(),
                    cell.capability(),
                    cell.status(),
                    cell.withinTurn(),
                    cell.acrossTurns(),
                    cell.flags().stream().sorted().toList(),
                    cell.confidence(),
                    cell.votes(),
                    key.client().map(Versioned::label).orElse(null),
                    key.variant(),
                    key.sdk(),
                    key.reasoningField(),
                    key.model(),
                    key.gateway().map(Versioned::label).orElse(null),
                    key.backend().map(Versioned::label).orElse(null),
                    key.dialectIn().id(),
                    SettingName.of(key.policy()),
                    SettingName.of(key.streaming()),
                    key.scenario(),
                    key.vendor(),
                    cell.lastMeasured());
        }
    }
}
