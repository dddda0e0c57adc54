package dev.throughline.wire.translation;

import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Leaves out reasoning items of a Responses request that come again under the same id: a model would read the thought
/// twice.
public final class RepeatedItems {
    private static final String ITEMS = "/input/";

    private RepeatedItems() {}

    /// The same request if no item comes again.
    public static Conversation once(Conversation request) {
        if (request.dialect() != Dialect.RESPONSES) {
            return request;
        }
        Map<String, String> first = new HashMap<>();
        List<Message> messages = new ArrayList<>(request.messages().size());
        boolean isChanged = false;
        for (Message message : request.messages()) {
            List<Part> kept = new ArrayList<>();
            for (Part part : message.parts()) {
                if (!(part instanceof Part.Reasoning) || isFirst(request, part.path(), first)) {
                    kept.add(part);
                }
            }
            isChanged |= kept.size() < message.parts().size();
            messages.add(new Message(message.path(), message.role(), kept));
        }
        return isChanged ? request.withMessages(messages) : request;
    }

    private static boolean isFirst(Conversation request, String path, Map<String, String> first) {
        if (!path.startsWith(ITEMS)) {
            return true;
        }
        int end = path.indexOf('/', ITEMS.length());
        String item = end < 0 ? path : path.substring(0, end);
        String id = request.body().at(item).path("id").asText("");
        return id.isEmpty() || first.computeIfAbsent(id, _ -> item).equals(item);
    }
}
