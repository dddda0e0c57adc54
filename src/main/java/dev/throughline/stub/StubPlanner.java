package dev.throughline.stub;

import dev.throughline.conversation.Conversation;
import dev.throughline.stream.FailureKind;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.trace.Category;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.TraceResult;
import dev.throughline.vendor.Violation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;

/// Plans the answers of a stub run.
public final class StubPlanner {
    private StubPlanner() {}

    /// Plans one answer.
    ///
    /// @param signatureKey the run's key for signatures over reasoning
    /// @param exchange the exchange's number in its run, from 1
    /// @param tracing the request's position in its conversation
    public static StubPlan plan(
            StubSettings settings, byte[] signatureKey, int exchange, Conversation request, TraceResult traceResult) {
        return plan(settings, StubIssuer.plain(signatureKey), exchange, request, traceResult);
    }

    /// Plans one answer of an issuer; one that refuses the request plans none.
    public static StubPlan plan(
            StubSettings settings, StubIssuer issuer, int exchange, Conversation request, TraceResult traceResult) {
        List<InjectedFault> faults = settings.faults().stream()
                .filter(injectedFault -> injectedFault.appliesTo(exchange))
                .toList();
        List<Violation> violations = issuer.violations(request);
        if (violations.stream().anyMatch(Violation::isRefused)) {
            return StubPlan.refused(refusal(faults), violations);
        }
        AnswerScript script =
                ScriptPlanner.write(settings, issuer, request, traceResult).by(issuer, request);
        Iterator<StreamEvent> events = EventFaults.in(script.events(settings, request, exchange), faults);
        return new StubPlan(
                items(script, settings, request),
                script.contentHash(),
                refusal(faults),
                violations,
                new PacedAnswer(
                        events,
                        delay(faults, InjectedFault.Kind.DELAY_FIRST_BYTE),
                        settings.pace().plus(script.pace()).plus(delay(faults, InjectedFault.Kind.DELAY_CHUNKS))));
    }

    private static List<PlantedItem> items(AnswerScript script, StubSettings settings, Conversation request) {
        List<PlantedItem> items = script.items(request.dialect(), settings.reasoningField());
        return settings.output() == StubOutputForm.NATIVE ? items : plantedRawItems(items);
    }

    private static Duration delay(List<InjectedFault> faults, InjectedFault.Kind kind) {
        return faults.stream()
                .filter(injectedFault -> injectedFault.kind() == kind)
                .map(injectedFault -> Duration.ofMillis(injectedFault.amount()))
                .findFirst()
                .orElse(Duration.ZERO);
    }

    private static Optional<Failure> refusal(List<InjectedFault> faults) {
        return faults.stream()
                .flatMap(injectedFault -> refusal(injectedFault).stream())
                .findFirst();
    }

    private static Optional<Failure> refusal(InjectedFault injectedFault) {
        return switch (injectedFault.kind()) {
            case STATUS_429 -> {
                Failure limit = Failure.of(FailureKind.RATE_LIMIT, "Too many requests (a scripted fault of this run).");
                yield Optional.of(
                        injectedFault.amount() >= 0
                                ? limit.retryAfter(Duration.ofSeconds(injectedFault.amount()))
                                : limit);
            }
            case STATUS_500 ->
                Optional.of(Failure.of(FailureKind.SERVER, "Internal error (a scripted fault of this run)."));
            case STATUS_529 ->
                Optional.of(Failure.of(FailureKind.OVERLOADED, "Overloaded (a scripted fault of this run)."));
            case DELAY_FIRST_BYTE,
                    DELAY_CHUNKS,
                    SLICE,
                    DROP_AFTER,
                    DROP_INSIDE_CHARACTER,
                    MALFORMED_EVENT,
                    MISSING_END,
                    ERROR_EVENT,
                    EMPTY_BODY,
                    HANG -> Optional.empty();
        };
    }

    /// The planted items of an answer in raw markup, which cannot carry the ids of calls and signatures, so
    /// that these cannot be returned.
    /// @param items the planted items of the same answer in the dialect's own form
    private static List<PlantedItem> plantedRawItems(List<PlantedItem> items) {
        List<PlantedItem> raw = new ArrayList<>();
        for (PlantedItem item : items) {
            if (item.category() != Category.TOOL_ID) {
                raw.add(new PlantedItem(
                        raw.size(),
                        item.category(),
                        item.token(),
                        item.value(),
                        item.block(),
                        item.field(),
                        item.callId(),
                        Optional.empty()));
            }
        }
        return List.copyOf(raw);
    }

    /// Aborts an answer with an error event if the run asks for it.
    static final class EventFaults implements Iterator<StreamEvent> {
        private final Iterator<StreamEvent> events;
        private int left;
        private boolean failed;

        private EventFaults(Iterator<StreamEvent> events, int left) {
            this.events = events;
            this.left = left;
        }

        static Iterator<StreamEvent> in(Iterator<StreamEvent> events, List<InjectedFault> faults) {
            return faults.stream()
                    .filter(injectedFault -> injectedFault.kind() == InjectedFault.Kind.ERROR_EVENT)
                    .findFirst()
                    .<Iterator<StreamEvent>>map(injectedFault -> new EventFaults(events, injectedFault.amount()))
                    .orElse(events);
        }

        @Override
        public boolean hasNext() {
            return !failed && events.hasNext();
        }

        @Override
        public StreamEvent next() {
            if (failed) {
                throw new NoSuchElementException();
            }
            StreamEvent event = events.next();
            if (left-- > 0 && !event.isTerminal()) {
                return event;
            }
            failed = true;
            return Failure.of(FailureKind.SERVER, "The answer was interrupted (a scripted fault of this run).");
        }
    }
}
