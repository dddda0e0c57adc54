package dev.throughline.run.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.rest.SettingName;
import dev.throughline.run.Run;
import dev.throughline.run.RunMode;
import dev.throughline.run.RunState;
import dev.throughline.run.RunTally;
import dev.throughline.run.report.RunReport.CategoryTally;
import dev.throughline.run.report.RunScores.Scored;
import dev.throughline.trace.Category;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.ItemVerdict;
import dev.throughline.verdict.RunScore;
import dev.throughline.verdict.RunVerdict;
import dev.throughline.verdict.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// The items of a run's answers that a client returned: the shape of `validation_report` and of the run's report.
///
/// An item counts once, however many requests had to carry it and in whichever scope: as returned if
/// every one of them did, also in another order or more than once, otherwise as missing. Items whose
/// turn is absent, and items of other runs, are listed and never counted.
///
/// @param total items that had to be returned and whose turn was present
/// @param returned how many of them were returned whole or by reference
/// @param missing the tokens of the others
/// @param byCategory the same by kind of item
/// @param items one entry per item and scope, with the worst outcome observed
/// @param omitted how many of them are not listed; null for none
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(description = "What was returned of what the answers of a run contained, and the verdict.")
public record RunReport(
        @Schema(description = "Id of the run.") String run,
        String label,
        @Nullable ReportedClient client,
        RunState state,

        @Schema(description = "What answers: `stub` or `proxy`.")
        String mode,

        @Schema(description = "The stub's scenario; absent in a proxy run.") @Nullable
        String scenario,

        @Schema(description = "When reasoning of earlier turns must be returned: `preserved` or `interleaved`.")
        String policy,

        int exchanges,
        Instant created,

        @Schema(
                description = "Number of the last exchange that is counted, in the report of an open run of more than"
                        + " 10,000 exchanges, which can be up to ten minutes old; absent from every other.")
        @Nullable
        Integer through,

        @Schema(description = "When the exchanges up to `through` were read.") @Nullable
        Instant at,

        Verdict verdict,

        @Schema(description = "One sentence that begins with `PASS:`, `FAIL:` or `INCONCLUSIVE:`.")
        String assessment,

        @Schema(description = "Items that had to be returned and whose turn was present; each counts once.")
        int total,

        @Schema(description = "How many were returned whole, also in another order or twice, or by reference.")
        int returned,

        @Schema(description = "Tokens (or call ids) of the others.")
        List<String> missing,

        @JsonProperty("missing_count") int missingCount,
        @JsonProperty("by_category") Map<Category, CategoryTally> byCategory,
        Map<Capability, CapabilityTally> capabilities,
        RequestTally requests,

        @Schema(description = "What the proxy did; absent in a stub run.") @Nullable
        ProxyTally proxy,

        @Schema(description = "What requests lost of a prefix cache; absent if none continues another one.") @Nullable
        PrefixTally prefix,

        @Schema(description = "One entry per item and scope, the worst over all requests that had to carry it.")
        List<ReportedItem> items,

        @Schema(
                description = "Entries that are left out of `items`, `missing` and `by_category`: of a run of more than"
                        + " 10,000 exchanges only those of the first 1,000 answers that lost something are listed, and"
                        + " all are counted. Absent if all are listed.")
        @Nullable
        Integer omitted,

        List<String> notes,

        @JsonInclude(JsonInclude.Include.NON_EMPTY) @Schema(description = "What helps, after a FAIL; absent otherwise.")
        List<Remedy> remedies) {
    public RunReport {
        // A written report without remedies has no such field.
        remedies = Objects.requireNonNullElse(remedies, List.of());
    }

    /// The report of a run that is not one of those whose scores are shared.
    /// @param tally of the exchanges on which the score is based
    static RunReport of(Run run, RunTally tally, RunScore score, List<Remedy> remedies) {
        return of(run, new Scored(score, tally, run.exchanges(), run.created()), Optional.empty(), remedies);
    }

    /// @param prefix what its requests lost of a prefix cache
    static RunReport of(Run run, Scored scored, Optional<PrefixTally> prefix, List<Remedy> remedies) {
        RunTally tally = scored.tally();
        RunScore score = scored.score();
        boolean isShared = RunScores.isShared(run);
        boolean isProxy = run.settings().mode() == RunMode.PROXY;
        RunVerdict verdict = score.verdict();
        int omitted = score.items().omitted();
        var due = DueItems.of(verdict.items());
        int total = omitted == 0 ? due.total() : score.items().totalDue();
        int returned = omitted == 0 ? due.returned() : score.items().totalReturned();
        return new RunReport(
                run.id().value(),
                run.settings().label(),
                run.settings().client().map(ReportedClient::of).orElse(null),
                run.state(),
                SettingName.of(run.settings().mode()),
                isProxy ? null : SettingName.of(run.settings().stub().scenario()),
                SettingName.of(run.settings().policy()),
                run.exchanges(),
                run.created(),
                isShared ? scored.through() : null,
                isShared ? scored.at() : null,
                verdict.verdict(),
                verdict.assessment(),
                total,
                returned,
                due.missing(),
                total - returned,
                due.byCategory(),
                CapabilityTally.all(score, tally),
                RequestTally.of(tally),
                isProxy ? ProxyTally.of(run, tally) : null,
                prefix.orElse(null),
                verdict.items().stream().map(ReportedItem::of).toList(),
                omitted == 0 ? null : omitted,
                verdict.notes(),
                remedies);
    }

    /// Counts over the requests of a run besides their history.
    ///
    /// @param main requests that are part of a conversation
    /// @param chatTemplateKwargs how many of them sent `chat_template_kwargs` that say something about thinking
    /// @param params the known spellings of thinking parameters among them, by place and value
    @Schema(description = "What the requests contained; counts are over the main requests.")
    public record RequestTally(
            @Schema(description = "All requests of the run.")
            int total,

            @Schema(description = "Requests that are part of a conversation: no titles, warm-ups or counts.")
            int main,

            @JsonProperty("chat_template_kwargs")
            @Schema(description = "Main requests whose chat_template_kwargs set thinking parameters.")
            int chatTemplateKwargs,

            List<ParamUse> params) {
        public RequestTally {
            params = List.copyOf(params);
        }

        static RequestTally of(RunTally tally) {
            return new RequestTally(
                    tally.exchanges(),
                    tally.main(),
                    tally.kwargs(),
                    tally.params().stream()
                            .map(use -> new ParamUse(use.pointer(), use.value(), use.count()))
                            .toList());
        }

        /// One parameter spelling with one value.
        @Schema(description = "A thinking parameter with one of its values and how many requests sent it.")
        public record ParamUse(
                @Schema(description = "JSON pointer in the request body.")
                String pointer,

                @Schema(description = "The value as sent.") JsonNode value,
                int count) {}
    }

    /// The items of one kind that had to come back.
    @Schema(description = "The items of one kind that had to be returned, and those that were not.")
    public record CategoryTally(List<String> tokens, List<String> missing) {
        public CategoryTally {
            tokens = List.copyOf(tokens);
            missing = List.copyOf(missing);
        }
    }

    /// The items that count, each once: those that had to be returned and whose turn was present.
    ///
    /// @param tokens all of them by category, in the order of the verdicts
    /// @param lost those of them that a request did not carry whole
    record DueItems(Map<Category, List<String>> tokens, Map<Category, List<String>> lost) {
        static DueItems of(List<ItemVerdict> verdicts) {
            var returned = new LinkedHashMap<Item, Boolean>();
            verdicts.stream()
                    .filter(ItemVerdict::counts)
                    .forEach(verdict ->
                            returned.merge(Item.of(verdict), verdict.outcome().isIntact(), Boolean::logicalAnd));
            var tokens = new EnumMap<Category, List<String>>(Category.class);
            var lost = new EnumMap<Category, List<String>>(Category.class);
            returned.forEach((item, intact) -> {
                tokens.computeIfAbsent(item.category(), _ -> new ArrayList<>()).add(item.token());
                List<String> losses = lost.computeIfAbsent(item.category(), _ -> new ArrayList<>());
                if (!intact) {
                    losses.add(item.token());
                }
            });
            return new DueItems(tokens, lost);
        }

        int total() {
            return tokens.values().stream().mapToInt(List::size).sum();
        }

        int returned() {
            return total() - missing().size();
        }

        List<String> missing() {
            return lost.values().stream().flatMap(List::stream).toList();
        }

        Map<Category, CategoryTally> byCategory() {
            var tallies = new EnumMap<Category, CategoryTally>(Category.class);
            tokens.forEach((category, all) ->
                    tallies.put(category, new CategoryTally(all, Objects.requireNonNull(lost.get(category)))));
            return Collections.unmodifiableMap(tallies);
        }

        /// An item by its position, with its name in a report.
        private record Item(Category category, int exchange, int ordinal, String token) {
            static Item of(ItemVerdict verdict) {
                return new Item(verdict.category(), verdict.exchange(), verdict.ordinal(), ReportedItem.name(verdict));
            }
        }
    }
}
