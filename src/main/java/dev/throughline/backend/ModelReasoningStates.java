package dev.throughline.backend;

import dev.throughline.backend.settings.ModelFamily;
import dev.throughline.backend.settings.ReasoningIn;
import dev.throughline.filter.ReasoningEvidence;
import dev.throughline.filter.ReasoningOpening;
import dev.throughline.text.BoundedMap;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/// Where a backend's models put their reasoning, as configured or observed; kept per model.
///
/// With `auto`, an answer that closes a reasoning nobody opened shows that its prompt opens it. Until that is known,
/// the beginning of an answer is held back until it is decided (`ReasoningStartDetector`): for models whose template
/// opens the reasoning, and for any other after one such answer; the first answer of a model whose name says nothing
/// about its template is held back for a moment only. A model that has sent a reasoning field or an answer without
/// reasoning is not considered one of these; a model that was, and then ends an answer without a closer, no longer
/// is. At most 256 models are kept, the most recent ones. Thread-safe.
public final class ModelReasoningStates {
    private static final Logger LOG = Logger.getLogger(ModelReasoningStates.class);
    private static final int MODELS = 256;
    private static final int LONGEST_NAME = 256;

    private final String backend;
    private final ModelFamily modelFamily;
    private final ReasoningIn setting;
    private final Function<String, Optional<Boolean>> opened;
    private final Map<String, ReasoningState> learnt = new BoundedMap<>(MODELS);
    private final Map<String, String> fields = Collections.synchronizedMap(new BoundedMap<>(MODELS));
    private volatile BiConsumer<String, String> fieldListener = (_, _) -> {};
    private final Map<String, String> families = Collections.synchronizedMap(new BoundedMap<>(MODELS));
    private final AtomicBoolean isLogged = new AtomicBoolean();

    ModelReasoningStates(String backend, ModelFamily modelFamily, ReasoningIn setting) {
        this(backend, modelFamily, setting, _ -> Optional.empty());
    }

    /// @param opened whether the templates of a model's described family open the reasoning; empty for no such family
    ModelReasoningStates(
            String backend, ModelFamily modelFamily, ReasoningIn setting, Function<String, Optional<Boolean>> opened) {
        this.opened = opened;
        this.backend = backend;
        this.modelFamily = modelFamily;
        this.setting = setting;
    }

    /// Where the reasoning of a model's next answer is expected.
    public ReasoningState of(String model) {
        return switch (setting) {
            case PARSED -> ReasoningState.PARSED;
            case INLINE -> ReasoningState.INLINE;
            case PREFILLED -> ReasoningState.PREFILLED;
            case AUTO -> {
                synchronized (learnt) {
                    yield Optional.ofNullable(learnt.get(model)).orElse(ReasoningState.UNSEEN);
                }
            }
        };
    }

    /// Whether the template or the model opens the reasoning of an answer, if the request did not switch thinking off.
    /// @param state of the model when the request was read
    public ReasoningOpening opening(String model, ReasoningState state) {
        return switch (state) {
            case PREFILLED -> ReasoningOpening.PROMPT;
            case LIKELY_PREFILLED -> ReasoningOpening.UNKNOWN;
            case UNSEEN -> unseen(model);
            case PARSED, INLINE, ABSENT -> ReasoningOpening.MODEL;
        };
    }

    private ReasoningOpening unseen(String model) {
        if (prefills(model)) {
            return ReasoningOpening.UNKNOWN;
        }
        boolean isContent = modelFamily.version(model).isPresent()
                || opened.apply(model).isPresent()
                || model.length() > LONGEST_NAME;
        synchronized (learnt) {
            return isContent || learnt.containsKey(model) ? ReasoningOpening.MODEL : ReasoningOpening.UNDESCRIBED;
        }
    }

    private boolean prefills(String model) {
        return modelFamily.prefillsReasoning(model) || opened.apply(model).orElse(false);
    }

    /// The same of an answer that begins now.
    public ReasoningOpening opening(String model) {
        return opening(model, of(model));
    }

    /// The field of a model's latest answer with a reasoning field: `reasoning_content`, `reasoning`, `both`, …; empty
    /// if there was none.
    public Optional<String> field(String model) {
        return Optional.ofNullable(fields.get(model));
    }

    /// Restores a model's field that an earlier process learned, unless an answer has shown it since.
    public void restore(String model, String field) {
        fields.putIfAbsent(model, field);
    }

    /// @param listener is called with a model and its field, on the event loop of the answer that shows another one
    ///     than those before it
    public void onField(BiConsumer<String, String> listener) {
        fieldListener = listener;
    }

    /// The id of the family in whose markup a model called tools; empty if it did not.
    public Optional<String> family(String model) {
        return Optional.ofNullable(families.get(model));
    }

    /// An answer of a model called tools in the markup of a family.
    void called(String model, String family) {
        if (model.length() <= LONGEST_NAME) {
            families.put(model, family);
            saw(model, ReasoningEvidence.NONE);
        }
    }

    /// Takes what an answer of a model shows when it ends.
    /// @param isThinkingOff whether its request switched thinking off: then only a reasoning field is evidence
    /// @param field where the answer has its reasoning
    public Consumer<ReasoningEvidence> lesson(String model, boolean isThinkingOff, Supplier<String> field) {
        return evidence -> {
            if (evidence == ReasoningEvidence.FIELD && model.length() <= LONGEST_NAME) {
                String shown = field.get();
                if (!shown.equals(fields.put(model, shown))) {
                    fieldListener.accept(model, shown);
                }
            }
            if (evidence == ReasoningEvidence.FIELD || !isThinkingOff) {
                saw(model, evidence);
            }
        };
    }

    /// An answer of a model ended, to a request that did not switch thinking off.
    public void saw(String model, ReasoningEvidence evidence) {
        if (setting != ReasoningIn.AUTO || model.length() > LONGEST_NAME) {
            return;
        }
        ReasoningState before;
        ReasoningState after;
        synchronized (learnt) {
            before = Optional.ofNullable(learnt.get(model)).orElse(ReasoningState.UNSEEN);
            after = next(before, evidence, prefills(model));
            learnt.put(model, after);
        }
        if (after == ReasoningState.PREFILLED && before != after && !isLogged.getAndSet(true)) {
            LOG.infof(
                    "A model of backend=%s starts its content inside the reasoning; with"
                            + " throughline.backends.%s.reasoning-in=prefilled its first answers need not be held back",
                    backend, backend);
        }
    }

    /// The learned states by model name, sorted; empty with a setting other than `auto`.
    public SortedMap<String, ReasoningState> learnt() {
        synchronized (learnt) {
            return new TreeMap<>(learnt);
        }
    }

    /// Number of models in a state; zero with a setting other than `auto`.
    public long count(ReasoningState state) {
        synchronized (learnt) {
            return learnt.values().stream().filter(state::equals).count();
        }
    }

    private static ReasoningState next(ReasoningState state, ReasoningEvidence evidence, boolean prefills) {
        return switch (evidence) {
            case FIELD -> ReasoningState.PARSED;
            case CLOSED, CLOSED_APART -> closed(state, prefills && evidence == ReasoningEvidence.CLOSED);
            case ABSENT ->
                switch (state) {
                    case UNSEEN, LIKELY_PREFILLED -> ReasoningState.ABSENT;
                    case PREFILLED -> ReasoningState.UNSEEN;
                    case PARSED, INLINE, ABSENT -> state;
                };
            case NONE -> state;
        };
    }

    /// @param isCertain whether one closer is sufficient
    private static ReasoningState closed(ReasoningState state, boolean isCertain) {
        return switch (state) {
            case UNSEEN -> isCertain ? ReasoningState.PREFILLED : ReasoningState.LIKELY_PREFILLED;
            case LIKELY_PREFILLED -> ReasoningState.PREFILLED;
            case PARSED, INLINE, ABSENT, PREFILLED -> state;
        };
    }
}
