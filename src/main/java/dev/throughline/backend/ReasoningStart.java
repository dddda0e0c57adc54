package dev.throughline.backend;

import dev.throughline.filter.ReasoningEvidence;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jboss.logging.Logger;

/// Where the reasoning of a backend's models comes, as set or as seen; kept per model.
///
/// With `auto` the first answer of a model that closes a reasoning nobody opened shows that its prompt opens it; that
/// answer still came out wrong, so the setting is named in the log. A model that has sent a reasoning field or an
/// answer
/// without reasoning is not taken for one of these; one that was, and then ends an answer without a closer, no longer
/// is. At most 256 models are kept, the latest ones. Thread-safe.
public final class ReasoningStart {
    private static final Logger LOG = Logger.getLogger(ReasoningStart.class);
    private static final int MODELS = 256;
    private static final int LONGEST_NAME = 256;

    private final String backend;
    private final ReasoningIn setting;
    private final Map<String, ReasoningState> learnt = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, ReasoningState> eldest) {
            return size() > MODELS;
        }
    };

    private final AtomicBoolean isLogged = new AtomicBoolean();

    ReasoningStart(String backend, ReasoningIn setting) {
        this.backend = backend;
        this.setting = setting;
    }

    /// Where the next answer of a model is looked for reasoning.
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

    /// An answer of a model is over, to a request that did not switch thinking off.
    public void saw(String model, ReasoningEvidence evidence) {
        if (setting != ReasoningIn.AUTO || evidence == ReasoningEvidence.NONE || model.length() > LONGEST_NAME) {
            return;
        }
        ReasoningState before;
        ReasoningState after;
        synchronized (learnt) {
            before = Optional.ofNullable(learnt.get(model)).orElse(ReasoningState.UNSEEN);
            after = next(before, evidence);
            learnt.put(model, after);
        }
        if (after == ReasoningState.PREFILLED && before != after && !isLogged.getAndSet(true)) {
            LOG.warnf(
                    "The content of a model of backend=%s begins inside the reasoning; set"
                            + " throughline.backends.%s.reasoning-in=prefilled, so that its first answer is read so as"
                            + " well",
                    backend, backend);
        }
    }

    /// How many models are in a state; with another setting than `auto` none is kept.
    public long count(ReasoningState state) {
        synchronized (learnt) {
            return learnt.values().stream().filter(state::equals).count();
        }
    }

    private static ReasoningState next(ReasoningState state, ReasoningEvidence evidence) {
        return switch (evidence) {
            case FIELD -> ReasoningState.PARSED;
            case CLOSED -> state == ReasoningState.UNSEEN ? ReasoningState.PREFILLED : state;
            case ABSENT ->
                switch (state) {
                    case UNSEEN -> ReasoningState.ABSENT;
                    case PREFILLED -> ReasoningState.UNSEEN;
                    case PARSED, INLINE, ABSENT -> state;
                };
            case NONE -> state;
        };
    }
}
