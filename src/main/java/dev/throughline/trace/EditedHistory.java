package dev.throughline.trace;

import dev.throughline.conversation.Conversation;
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
}
