package dev.throughline.trace.repair;

import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.trace.RunHistory;
import dev.throughline.trace.match.RequestIndex;
import dev.throughline.trace.repair.BlockSignatureResolver.Resolution;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;

/// A history whose reasoning was restored, for the request that repeats it: of that one, only what it adds has to
/// be restored. Immutable.
public final class RestoredHistory {
    /// Heap overhead of a message besides its texts, by estimate.
    private static final int PER_MESSAGE = 400;

    private final Map<String, Message> edited = new HashMap<>();
    private final Map<String, String> details;
    private final List<Repair> repairs;
    private final long heapBytes;

    private RestoredHistory(EditedHistory history) {
        long bytes = 0;
        for (Message message : history.request().messages()) {
            if (history.changed().contains(message.path())) {
                edited.put(message.path(), message);
                bytes += heapBytes(message);
            }
        }
        this.repairs = history.repairs();
        this.details = history.details();
        this.heapBytes = bytes
                + details.values().stream()
                        .mapToLong(json -> PER_MESSAGE + 2L * json.length())
                        .sum();
    }

    /// @param history a settled one, restored
    public static RestoredHistory of(EditedHistory history) {
        return new RestoredHistory(history);
    }

    /// Restores a request: resolves our proofs, and puts back reasoning that the client dropped or changed.
    /// @param history the run's history, as given to the tracer
    public static Resolution restore(Conversation request, RunHistory history) {
        Resolution resolved = BlockSignatureResolver.resolve(request, history, true);
        EditedHistory repaired = HistoryRepair.repair(resolved.history().request(), history);
        return new Resolution(resolved.history().then(repaired), resolved.unresolved());
    }

    /// Restores a request that repeats this history and adds an answer and what follows it; the result is the same
    /// as with the whole run.
    /// @param found the exchange of that answer
    /// @param restoring restores a request, as this history was restored
    public Resolution continued(
            Conversation request, RunHistory found, BiFunction<Conversation, RunHistory, Resolution> restoring) {
        List<Message> messages = request.messages();
        int answer = messages.size();
        while (answer > 0 && messages.get(answer - 1).role() != Role.ASSISTANT) {
            answer--;
        }
        int end = Math.max(0, answer - 1);
        Resolution tail = restoring.apply(request.withMessages(messages.subList(end, messages.size())), found);
        Set<String> changed = new HashSet<>(tail.history().changed());
        List<Message> all = new ArrayList<>(messages.size());
        for (Message message : messages.subList(0, end)) {
            Message known = edited.get(message.path());
            all.add(known == null ? message : known);
            if (known != null) {
                changed.add(message.path());
            }
        }
        all.addAll(tail.history().request().messages());
        List<Repair> both = new ArrayList<>(repairs);
        both.addAll(tail.history().repairs());
        Conversation restored = changed.isEmpty() ? request : request.withMessages(all);
        Map<String, String> given = new HashMap<>(details);
        given.putAll(tail.history().details());
        return new Resolution(new EditedHistory(restored, changed, both, given), tail.unresolved());
    }

    /// Heap bytes of the restored messages, by estimate.
    public long heapBytes() {
        return heapBytes;
    }

    private static long heapBytes(Message message) {
        long units = 0;
        for (Part part : message.parts()) {
            units += RequestIndex.text(part).map(String::length).orElse(0);
        }
        return PER_MESSAGE + 2 * units;
    }
}
