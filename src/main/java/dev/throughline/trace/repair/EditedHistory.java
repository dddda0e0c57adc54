package dev.throughline.trace.repair;

import dev.throughline.conversation.Conversation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A request whose history was changed before it goes to a backend.
///
/// @param request the request itself, the same object, when nothing was changed
/// @param changed `Message.path` of the messages whose reasoning parts are no longer those of the body
/// @param repairs what was put back; empty where reasoning was only taken out
/// @param details `reasoning_details` (JSON text) that the backend is given back, by `Message.path`
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

    /// The same with other details.
    public EditedHistory withDetails(Map<String, String> others) {
        return new EditedHistory(request, changed, repairs, others);
    }

    /// The same for a model by another name.
    public EditedHistory withModel(String name) {
        return new EditedHistory(request.withModel(name), changed, repairs, details);
    }

    /// A history that nothing was done to.
    public static EditedHistory asSent(Conversation request) {
        return new EditedHistory(request, Set.of(), List.of());
    }

    /// What was done here and then, on its result, there.
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
