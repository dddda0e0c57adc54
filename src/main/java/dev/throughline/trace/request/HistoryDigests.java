package dev.throughline.trace.request;

import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Message;
import dev.throughline.text.Checkpoints;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;

/// The hashes of a request's history at any place in it. Those of a request whose history begins as an earlier one did
/// cost what is new in it. Immutable.
public final class HistoryDigests {
    private final List<Message> messages;
    /// From the beginning to the end; the nearer to the end, the denser.
    private final List<Checkpoint> checkpoints;

    private record Checkpoint(int messages, HistoryHash history, PrefixUnits units) {
        Checkpoint copy() {
            return new Checkpoint(messages, history.copy(), units.copy());
        }
    }

    private HistoryDigests(List<Message> messages, List<Checkpoint> checkpoints) {
        this.messages = messages;
        this.checkpoints = checkpoints;
    }

    /// Of a whole history, in time linear in its size.
    public static HistoryDigests of(Conversation request) {
        return from(new Checkpoint(0, new HistoryHash(request.dialect()), new PrefixUnits()), List.of(), request);
    }

    /// Of a history that begins with the same messages as this one.
    /// @param shared how many
    public HistoryDigests continued(Conversation request, int shared) {
        List<Checkpoint> before =
                checkpoints.stream().filter(one -> one.messages() <= shared).toList();
        return from(before.getLast(), before.subList(0, before.size() - 1), request);
    }

    private static HistoryDigests from(Checkpoint last, List<Checkpoint> before, Conversation request) {
        List<Message> messages = request.messages();
        List<Checkpoint> all = new ArrayList<>(before);
        all.add(last);
        Checkpoint next = last.copy();
        for (int i = last.messages(); i < messages.size(); i++) {
            next.history().add(messages.get(i));
            next.units().add(messages.get(i));
            int left = messages.size() - 1 - i;
            if ((left & left - 1) == 0) {
                all.add(new Checkpoint(i + 1, next.history(), next.units()).copy());
            }
        }
        return new HistoryDigests(messages, Checkpoints.thinned(all, Checkpoint::messages, messages.size(), 1));
    }

    /// The hash of the history up to a message.
    /// @param end index behind it
    UUID history(int end) {
        Checkpoint near = last(one -> one.messages() <= end);
        HistoryHash hash = near.history().copy();
        messages.subList(near.messages(), end).forEach(hash::add);
        return hash.value();
    }

    /// The number of units, see `PrefixUnits`.
    int units() {
        return checkpoints.getLast().units().count();
    }

    /// The hash of the first units.
    /// @param count how many, at most `units()`
    String units(int count) {
        Checkpoint near = last(one -> one.units().count() <= count);
        PrefixUnits units = near.units().copy();
        for (int i = near.messages(); i < messages.size() && units.count() < count; i++) {
            units.add(messages.get(i), count);
        }
        return units.hash();
    }

    private Checkpoint last(Predicate<Checkpoint> condition) {
        return checkpoints.reversed().stream().filter(condition).findFirst().orElseThrow();
    }
}
