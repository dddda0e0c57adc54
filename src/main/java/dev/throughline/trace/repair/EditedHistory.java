package dev.throughline.trace.repair;

import dev.throughline.conversation.Conversation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A request whose history was changed before it is sent to a backend.
///
/// @param request the request; the same object if nothing was changed
/// @param changed `Message.path` of the messages whose reasoning parts differ from those of the body
/// @param repairs what was restored; empty if reasoning was only removed
/// @param details `reasoning_details` (JSON text) to return to the backend, by `Message.path`
public record EditedHistory(
        Conversation request, Set<String> changed, List<Repair> repairs, Map<String, String> details) {
    public EditedHistory {
        changed = Set.copyOf(changed);
        repairs = List.copyOf(repairs);
        details = Map.copyOf(details);
    }

    /// A history without details.
    public EditedHistory(Conversation request, Set<String> changed, List<Repair> repairs) {
        this(request, changed, repairs, Map.of());
    }

    /// The same history with other details.
    public EditedHistory withDetails(Map<String, String> others) {
        return new EditedHistory(request, changed, repairs, others);
    }

    /// The same history with what is no reasoning changed.
    public EditedHistory withRequest(Conversation other) {
        return new EditedHistory(other, changed, repairs, details);
    }

    /// The same history for a model by another name.
    public EditedHistory withModel(String name) {
        return withRequest(request.withModel(name));
    }

    /// An unchanged history.
    public static EditedHistory asSent(Conversation request) {
        return new EditedHistory(request, Set.of(), List.of());
    }

    /// Combines these changes with those made to its result.
    public EditedHistory then(EditedHistory later) {
        Set<String> all = new HashSet<>(changed);
        all.addAll(later.changed);
        List<Repair> both = new ArrayList<>(repairs);
        both.addAll(later.repairs);
        Map<String, String> given = new HashMap<>(details);
        given.putAll(later.details);
        return new EditedHistory(later.request, all, both, given);
    }
}
