package dev.throughline.rest;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import com.fasterxml.jackson.databind.deser.ContextualDeserializer;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// Converts the texts of a body to values: enums by their written names, durations, days and local times.
final class InputModule extends SimpleModule {
    private static final long serialVersionUID = 1L;

    InputModule() {
        setDeserializerModifier(new Enums());
        addDeserializer(Duration.class, new Durations());
        addDeserializer(
                LocalDate.class,
                new Times<>(LocalDate::parse, LocalDate.class, "a day such as 2026-01-24, not in the future,"));
        addDeserializer(
                LocalDateTime.class,
                new Times<>(LocalDateTime::parse, LocalDateTime.class, "a local time such as 2026-07-10T12:00:00"));
    }

    private static final class Enums extends BeanDeserializerModifier {
        private static final long serialVersionUID = 1L;

        @Override
        public JsonDeserializer<?> modifyEnumDeserializer(
                DeserializationConfig config, JavaType type, BeanDescription bean, JsonDeserializer<?> usual) {
            return SettingDeserializer.of(type.getRawClass());
        }
    }

    /// An ISO-8601 duration or a whole number of milliseconds.
    private static final class Durations extends JsonDeserializer<Duration> {
        @Override
        public Duration deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            return parse(parser)
                    .orElseThrow(() -> new InvalidValueException(
                            parser,
                            "an ISO-8601 duration such as PT0.02S or a whole number of milliseconds was expected.",
                            List.of()));
        }

        private static Optional<Duration> parse(JsonParser parser) throws IOException {
            if (parser.hasToken(JsonToken.VALUE_NUMBER_INT)
                    && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
                return Optional.of(Duration.ofMillis(parser.getLongValue()));
            }
            if (!parser.hasToken(JsonToken.VALUE_STRING)) {
                return Optional.empty();
            }
            try {
                return Optional.of(Duration.parse(parser.getText()));
            } catch (DateTimeException _) {
                return Optional.empty();
            }
        }
    }

    private static final class Times<T> extends JsonDeserializer<T> {
        private final Function<CharSequence, T> parse;
        private final Class<T> type;
        private final String expected;

        Times(Function<CharSequence, T> parse, Class<T> type, String expected) {
            this.parse = parse;
            this.type = type;
            this.expected = expected;
        }

        @Override
        public T deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            String text = parser.getValueAsString("");
            try {
                return type.cast(parse.apply(text));
            } catch (DateTimeException _) {
                throw new InvalidValueException(
                        parser, expected + " was expected, found " + QuotedValue.of(text) + ".", List.of());
            }
        }
    }

    /// Reads an enum by its written name; see [AllowedValues].
    static final class SettingDeserializer<E extends Enum<E>> extends JsonDeserializer<E>
            implements ContextualDeserializer {
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

    /// A field of a body that cannot be converted to its type.
    static final class InvalidValueException extends JsonMappingException {
        private static final long serialVersionUID = 1L;

        private final transient List<String> allowed;

        /// @param allowed the accepted values; empty if they cannot be listed
        InvalidValueException(JsonParser parser, String detail, List<String> allowed) {
            super(parser, detail);
            this.allowed = allowed;
        }

        List<String> allowed() {
            return allowed;
        }
    }
}
