package dev.throughline.trace;

import dev.throughline.conversation.Conversation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// A request whose history was changed before it goes to a backend.
///
/// @param request the request itself, the same object, when nothing was changed
/// @param changed `Message.path` of the messages whose reasoning parts are no longer those of the body
/// @param repairs what was put back; empty where reasoning was only taken out
public record EditedHistory(Conversation request, Set<String> changed, List<Repair> repairs) {
    public EditedHistory {
        changed = Set.copyOf(changed);
        repairs = List.copyOf(repairs);
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
        return new EditedHistory(later.request, all, both);
    }
}
