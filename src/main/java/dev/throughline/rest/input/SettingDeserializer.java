package dev.throughline.rest.input;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.deser.ContextualDeserializer;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import java.io.IOException;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// Reads an enum by its written name; see [AllowedValues].
final class SettingDeserializer<E extends Enum<E>> extends JsonDeserializer<E> implements ContextualDeserializer {
    private final AllowedValues<E> allowed;

    private SettingDeserializer(AllowedValues<E> allowed) {
        this.allowed = allowed;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    static JsonDeserializer<?> of(Class<?> type) {
        return new SettingDeserializer(AllowedValues.of((Class) type, null));
    }

    @Override
    public JsonDeserializer<E> createContextual(DeserializationContext context, @Nullable BeanProperty property) {
        Schema schema = property == null ? null : property.getAnnotation(Schema.class);
        return new SettingDeserializer<>(AllowedValues.of(allowed.type(), schema));
    }

    @Override
    public E deserialize(JsonParser parser, DeserializationContext context) throws IOException {
        if (!parser.hasToken(JsonToken.VALUE_STRING)) {
            throw MismatchedInputException.from(parser, String.class, "");
        }
        String text = parser.getText();
        return allowed.find(text)
                .orElseThrow(() -> new InvalidValueException(parser, allowed.refusal(text), allowed.names()));
    }
}
