package dev.throughline.run.training;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.prompt.NamedTemplate;
import dev.throughline.prompt.RenderWorkers;
import dev.throughline.prompt.TemplateLibrary;
import dev.throughline.run.Run;
import dev.throughline.run.exchange.ExchangeStore;
import dev.throughline.run.prompt.RecordedMessage;
import dev.throughline.run.prompt.RecordedPrompts;
import dev.throughline.run.training.BranchReader.BranchEnd;
import dev.throughline.run.training.BranchSample.NormalizedAnswer;
import dev.throughline.run.training.RequestTree.RequestNode;
import dev.throughline.run.training.TrainingExportRequest.LostReasoningPolicy;
import dev.throughline.stream.StreamEvent;
import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.trace.RequestKind;
import dev.throughline.wire.StrictJson;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/// Creates the training samples of runs. Blocking; holds a page of small branches or one large branch at a
/// time, and a few bytes for each exchange of the run.
@ApplicationScoped
public class TrainingExport {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final BranchReader branches;
    private final ExchangeStore exchangeStore;
    private final TemplateLibrary templates;
    private final RenderWorkers workers;
    private final RecordedPrompts prompts;
    private final String generator;

    TrainingExport(
            BranchReader branches,
            ExchangeStore exchangeStore,
            TemplateLibrary templates,
            RenderWorkers workers,
            RecordedPrompts prompts,
            @ConfigProperty(name = "quarkus.application.version") String version) {
        this.branches = branches;
        this.exchangeStore = exchangeStore;
        this.templates = templates;
        this.workers = workers;
        this.prompts = prompts;
        this.generator = "throughline " + version;
    }

    /// Consumes the rows one by one.
    public interface RowSink {
        /// @throws IOException to end the export
        void row(ObjectNode row) throws IOException;
    }

    /// Writes the rows of a run, ordered by the last exchange of their branch, for the exchanges that the
    /// run had when it was looked up.
    ///
    /// @throws IOException if thrown by the sink
    public TrainingSummary write(Run run, TrainingExportRequest order, RowSink sink) throws IOException {
        return new RunSamples(run, order).write(sink);
    }

    static <T> T await(Uni<T> work) {
        return work.await().atMost(PATIENCE);
    }

    /// The contents of an export, and what it left out.
    @Schema(name = "TrainingSummary", description = "The available training samples, and what was omitted and why.")
    public record TrainingSummary(
            @Schema(description = "Branches of the run's conversations.")
            long branches,

            @Schema(
                    description =
                            "Rows, one per branch; of the shape `sampled` one more where a prompt does not continue"
                                    + " the ids before it.")
            long rows,

            @Schema(description = "Branches without a row, by reason.")
            Map<String, Long> leftOut) {}

    /// Exports one run: first builds the tree of its requests, then creates a row for each of its leaves.
    private final class RunSamples {
        /// Whose observations are looked through at once.
        private static final int REQUESTS = 10_000;

        private static final int NODES = 500;
        private static final int ENDS = 32;
        private static final int ANSWERS = 32;
        /// Named with a row.
        private static final int SIBLINGS = 64;

        private final Run run;
        private final TrainingExportRequest order;
        private final RequestTree tree = new RequestTree();
        private final Map<String, Long> leftOut = new TreeMap<>();
        private final Map<Integer, Integer> branchesOf = new HashMap<>();
        private final SampleProvenance provenance;
        private final BranchHistory history;
        private long branchCount;
        private long rows;

        RunSamples(Run run, TrainingExportRequest order) {
            this.run = run;
            this.order = order;
            this.provenance = new SampleProvenance(run, await(branches.verdict(run.id())), order, generator);
            this.history = new BranchHistory(branches, exchangeStore, run.id(), tree, prompts);
        }

        TrainingSummary write(RowSink sink) throws IOException {
            readTree();
            if (order.lost() == LostReasoningPolicy.LEAVES_OUT_RUN && losesReasoning()) {
                for (int leaf = tree.leafAfter(0); leaf > 0; leaf = tree.leafAfter(leaf)) {
                    leaveOut(OmissionReason.REASONING_LOST);
                }
            } else {
                int last = 0;
                for (List<Integer> leaves = leaves(last); !leaves.isEmpty(); leaves = leaves(last)) {
                    write(leaves, sink);
                    last = leaves.getLast();
                }
            }
            long omitted = leftOut.values().stream().mapToLong(Long::longValue).sum();
            return new TrainingSummary(branchCount + omitted, rows, leftOut);
        }

        private void leaveOut(OmissionReason reason) {
            leftOut.merge(reason.label(), 1L, Long::sum);
        }

        private boolean losesReasoning() {
            for (int after = 0; after < run.exchanges(); after += REQUESTS) {
                if (await(branches.losesReasoning(run.id(), after, after + REQUESTS))) {
                    return true;
                }
            }
            return false;
        }

        private void readTree() {
            int last = 0;
            List<RequestNode> page;
            do {
                page = await(branches.nodes(run.id(), last, run.exchanges(), NODES));
                for (RequestNode node : page) {
                    tree.add(node, unusable(node));
                    last = node.number();
                }
            } while (!page.isEmpty());
            tree.unusable().forEach(this::leaveOut);
        }

        /// Why an exchange does not end a branch with a row.
        private Optional<OmissionReason> unusable(RequestNode node) {
            if (node.kind() != RequestKind.MAIN) {
                return Optional.of(OmissionReason.ERRAND);
            }
            if (node.isDeleted()) {
                return Optional.of(OmissionReason.DELETED);
            }
            if (node.outcome() == ExchangeOutcome.OPEN) {
                return Optional.of(OmissionReason.UNFINISHED);
            }
            if (node.outcome() == ExchangeOutcome.COMPLETED && node.finish().isEmpty()) {
                return Optional.of(OmissionReason.REMOVED);
            }
            if (order.includesTruncated()) {
                return Optional.empty();
            }
            boolean isEnded =
                    node.outcome() == ExchangeOutcome.COMPLETED || node.outcome() == ExchangeOutcome.CLIENT_GONE;
            if (!isEnded || node.finish().isEmpty()) {
                return Optional.of(OmissionReason.FAILED);
            }
            return node.finish().filter(BranchSample::isChosen).isPresent()
                    ? Optional.empty()
                    : Optional.of(OmissionReason.TRUNCATED);
        }

        private List<Integer> leaves(int after) {
            return IntStream.iterate(tree.leafAfter(after), leaf -> leaf > 0, tree::leafAfter)
                    .limit(ENDS)
                    .boxed()
                    .toList();
        }

        private void write(List<Integer> leaves, RowSink sink) throws IOException {
            Map<Integer, List<StreamEvent>> answers = await(exchangeStore.answers(run.id(), leaves));
            for (BranchEnd end : await(branches.ends(run.id(), leaves))) {
                int branch = branchesOf.merge(end.conversation(), 1, Integer::sum);
                List<ObjectNode> made;
                try {
                    made = rows(sample(end, answers.getOrDefault(end.number(), List.of())), branch);
                } catch (OmittedSampleException e) {
                    leaveOut(e.reason());
                    continue;
                }
                for (ObjectNode row : made) {
                    sink.row(row);
                }
                branchCount++;
                rows += made.size();
            }
        }

        private List<ObjectNode> rows(BranchSample sample, int branch) throws OmittedSampleException {
            int leaf = sample.end().number();
            List<Integer> path = tree.requests(leaf);
            Optional<NamedTemplate> template = order.template()
                    .or(() -> templates.nameFor(sample.end().facts().model()).flatMap(templates::find));
            List<ObjectNode> made =
                    order.shape() == SampleShape.SAMPLED ? sampled(path) : List.of(row(sample, template));
            var place = new SampleProvenance.BranchPlace(
                    branch,
                    tree.isReplaced(leaf),
                    tree.siblings(leaf, SIBLINGS),
                    await(branches.rewards(run.id(), path)));
            made.forEach(row -> provenance.write(sample, place, template, row.withObjectProperty("provenance")));
            return made;
        }

        private ObjectNode row(BranchSample sample, Optional<NamedTemplate> template) throws OmittedSampleException {
            ObjectNode row = StrictJson.MAPPER.createObjectNode();
            switch (order.shape()) {
                case MESSAGES -> messages(sample, row);
                case PROMPT_COMPLETION -> promptAndCompletion(sample, row);
                case TOKENS -> {
                    NamedTemplate chosen =
                            template.orElseThrow(() -> new OmittedSampleException(OmissionReason.NO_TEMPLATE));
                    TokenColumns columns = new TokenColumns(
                            workers, order, order.tokenizer().orElseThrow().tokenizer());
                    columns.write(sample, chosen, row);
                }
                case SAMPLED -> throw new IllegalStateException("sampled rows are not written from messages");
            }
            return row;
        }

        private List<ObjectNode> sampled(List<Integer> path) throws OmittedSampleException {
            List<ObjectNode> made = new ArrayList<>();
            for (SampledRows.SampledRow each : new SampledRows(exchangeStore, run.id(), tree::isUsable).of(path)) {
                ObjectNode row = StrictJson.MAPPER.createObjectNode();
                each.write(row);
                ArrayNode learned = row.putObject("provenance").putArray("learned_exchanges");
                each.learnt().forEach(learned::add);
                made.add(row);
            }
            return made;
        }

        private BranchSample sample(BranchEnd end, List<StreamEvent> events) throws OmittedSampleException {
            if (events.stream().anyMatch(StreamEvent.RedactedReasoning.class::isInstance)) {
                throw new OmittedSampleException(OmissionReason.UNREADABLE_REASONING);
            }
            BranchPreservation preservation = preservation(end.number());
            if (preservation.isLost() && order.lost() == LostReasoningPolicy.LEAVES_OUT_BRANCH) {
                throw new OmittedSampleException(OmissionReason.REASONING_LOST);
            }
            ObjectNode context = SampleContext.of(history.context(end));
            return new BranchSample(
                    end,
                    prompts.form(end.backend()),
                    context,
                    ModelAnswer.message(events),
                    ModelAnswer.finish(events),
                    written(end.number()),
                    preservation);
        }

        private BranchPreservation preservation(int leaf) {
            List<Integer> requests = tree.requests(leaf);
            boolean isFirst = requests.size() == 1 && !tree.isReplaced(leaf);
            return isFirst
                    ? BranchPreservation.NOTHING_DUE
                    : BranchPreservation.of(await(branches.dueReasoning(run.id(), requests)));
        }

        /// The model's text in earlier answers that it ended itself.
        private Set<NormalizedAnswer> written(int leaf) {
            List<Integer> ancestors = tree.ancestors(leaf);
            Set<NormalizedAnswer> found = new HashSet<>();
            for (int from = 0; from < ancestors.size(); from += ANSWERS) {
                List<Integer> some = ancestors.subList(from, Math.min(from + ANSWERS, ancestors.size()));
                await(exchangeStore.answers(run.id(), some)).values().stream()
                        .filter(events -> ModelAnswer.finish(events)
                                .filter(BranchSample::isChosen)
                                .isPresent())
                        .flatMap(events -> RecordedMessage.written(events).stream())
                        .flatMap(message -> NormalizedAnswer.of(message).stream())
                        .forEach(found::add);
            }
            return found;
        }

        /// Writes the columns of the message-based shapes.
        /// @throws OmittedSampleException if a message is not text
        private static void messages(BranchSample sample, ObjectNode out) throws OmittedSampleException {
            ArrayNode messages = sample.messages();
            out.set(SampleContext.MESSAGES, SampleMessages.write(messages, 0, messages.size()));
            Set<Integer> unchanged = sample.unchanged();
            ArrayNode mask = out.putArray("trainable_mask");
            ArrayNode numbers = out.putArray("message_loss_mask");
            for (int index = 0; index < messages.size(); index++) {
                mask.add(unchanged.contains(index));
                numbers.add(unchanged.contains(index) ? 1 : 0);
            }
            options(sample, out);
        }

        /// @throws OmittedSampleException if a message is not text
        private static void promptAndCompletion(BranchSample sample, ObjectNode out) throws OmittedSampleException {
            ArrayNode messages = sample.messages();
            out.set("prompt", SampleMessages.write(messages, 0, sample.answerIndex()));
            out.set("completion", SampleMessages.write(messages, sample.answerIndex(), messages.size()));
            options(sample, out);
        }

        /// As JSON text: table readers give all rows one type, and would add the fields of all other tools to each
        /// tool.
        private static void options(BranchSample sample, ObjectNode out) {
            JsonNode tools = sample.context().path(SampleContext.TOOLS);
            out.put(SampleContext.TOOLS, tools.isEmpty() ? null : StrictJson.text(tools));
            ObjectNode options = SampleContext.options(sample.context());
            out.put("chat_template_kwargs", options.isEmpty() ? null : StrictJson.text(options));
        }
    }
}
