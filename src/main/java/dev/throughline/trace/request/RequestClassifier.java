package dev.throughline.trace.request;

import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Role;
import dev.throughline.trace.RequestKind;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Recognizes requests that are not part of a conversation, by the behavior of known clients (Claude Code 1 and 2,
/// opencode 0.5 to 1.18): titles, topic and command checks without tools, quota pings, cache warm-ups.
final class RequestClassifier {
    private static final int HEAD = 4_000;
    private static final List<String> ERRANDS = List.of(
            "title generator",
            "generate a title",
            "generate a short title",
            "generate a concise",
            "sentence-case title",
            "thread title",
            "short title for",
            "summarize this coding conversation",
            "isnewtopic",
            "new conversation topic",
            "extract any file paths",
            "command_prefix",
            "command prefix",
            "policy spec");
    private static final List<String> WARM_UPS = List.of("warmup", "quota", "ping");

    private RequestClassifier() {}

    static RequestKind of(Conversation request) {
        Optional<Message> lastUser = request.messages().reversed().stream()
                .filter(message -> message.role() == Role.USER)
                .findFirst();
        String lastText = lastUser.map(Message::text).orElse("").strip().toLowerCase(Locale.ROOT);
        boolean isFirst = request.messages().stream().noneMatch(message -> message.role() == Role.ASSISTANT);
        if (isFirst && (request.maxTokens().orElse(0) == 1 || WARM_UPS.contains(lastText))) {
            return RequestKind.WARM_UP;
        }
        return request.tools().isEmpty() && isErrand(request, lastText) ? RequestKind.TITLE : RequestKind.MAIN;
    }

    private static boolean isErrand(Conversation request, String lastText) {
        var text = new StringBuilder(head(lastText));
        for (Message message : request.messages()) {
            if (message.role() == Role.SYSTEM) {
                text.append('\n').append(head(message.text()).toLowerCase(Locale.ROOT));
            }
        }
        return ERRANDS.stream().anyMatch(errand -> text.indexOf(errand) >= 0);
    }

    private static String head(String text) {
        return text.substring(0, Math.min(HEAD, text.length()));
    }
}
