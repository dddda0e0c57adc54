package dev.throughline.render;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.render.jinja.TemplateException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The input of a template for a request.
///
/// @param context the template's variables
/// @param form how the messages of a request were handed on; empty for a context that is used as it is
/// @param continued the field of the last message that the model is to continue
public record ChatInput(ObjectNode context, Optional<ChatForm> form, Optional<String> continued) {
    private static final String KWARGS = "chat_template_kwargs";
    private static final String CONTINUES = "continue_final_message";
    private static final String GENERATES = "add_generation_prompt";
    private static final List<String> DEFINED = List.of("tools", "documents");

    /// The name of a context that is used as it is, where others have their form's.
    public static final String RAW = "context";

    /// A template's context that is used as it is.
    public static ChatInput raw(ObjectNode context) {
        return new ChatInput(context, Optional.empty(), Optional.empty());
    }

    /// A chat request as a server hands it to a template. Options of `chat_template_kwargs` become variables; `tools`
    /// and `documents` are `None` if absent; unless the request says otherwise, an answer begins or is continued.
    ///
    /// @param chat the request, or the arguments of `apply_chat_template`; not modified
    /// @throws TemplateException a `ValueError`, as in Python, if the request both begins and continues an answer
    public static ChatInput of(ObjectNode chat, ChatForm form) {
        ObjectNode context = chat.deepCopy();
        if (context.remove(KWARGS) instanceof ObjectNode options) {
            context.setAll(options);
        }
        for (JsonNode message : context.path("messages")) {
            if (message instanceof ObjectNode object) {
                form.apply(object);
            }
        }
        Optional<String> continued = continued(context.remove(CONTINUES));
        if (!context.has(GENERATES)) {
            context.put(GENERATES, continued.isEmpty());
        }
        if (continued.isPresent() && context.path(GENERATES).asBoolean()) {
            throw TemplateException.value("continue_final_message and add_generation_prompt are not compatible");
        }
        for (String name : DEFINED) {
            if (!context.has(name)) {
                context.putNull(name);
            }
        }
        return new ChatInput(context, Optional.of(form), continued);
    }

    /// A message as a server that reads this form hands it to a template.
    ///
    /// @param message modified
    public static ObjectNode message(ObjectNode message, ChatForm form) {
        form.apply(message);
        return message;
    }

    /// The name of the mode: of the form, or `context`.
    public String mode() {
        return form.map(ChatForm::id).orElse(RAW);
    }

    /// `true` continues the content; a name continues that field.
    private static Optional<String> continued(@Nullable JsonNode order) {
        if (order == null || order.isNull() || order.isBoolean() && !order.booleanValue()) {
            return Optional.empty();
        }
        return Optional.of(order.isTextual() ? order.textValue() : "content");
    }
}
