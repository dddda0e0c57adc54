package dev.throughline.rest;

import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.ext.ParamConverter;
import jakarta.ws.rs.ext.ParamConverterProvider;
import jakarta.ws.rs.ext.Provider;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.jspecify.annotations.Nullable;

/// Converts query parameters to the types of the fields that declare them: enums by their written names,
/// whole numbers, booleans, moments. A text that is none fails the request with the parameter's name.
@Provider
public class QueryConverters implements ParamConverterProvider {
    @Override
    @SuppressWarnings({"unchecked", "rawtypes"})
    public <T> @Nullable ParamConverter<T> getConverter(Class<T> type, Type generic, Annotation[] annotations) {
        Optional<String> name = find(QueryParam.class, annotations).map(QueryParam::value);
        if (name.isEmpty()) {
            return null;
        }
        if (type.isEnum()) {
            Schema schema =
                    find(Parameter.class, annotations).map(Parameter::schema).orElse(null);
            return (ParamConverter<T>) setting(name.get(), AllowedValues.of((Class) type, schema));
        }
        if (type == Integer.class || type == int.class) {
            return (ParamConverter<T>) number(name.get(), find(NumberBetween.class, annotations));
        }
        if (type == Boolean.class || type == boolean.class) {
            return (ParamConverter<T>) new Converter<>(text -> flag(name.get(), text));
        }
        return type == Instant.class ? (ParamConverter<T>) new Converter<>(text -> moment(name.get(), text)) : null;
    }

    private static <A extends Annotation> Optional<A> find(Class<A> type, Annotation[] annotations) {
        return Arrays.stream(annotations)
                .filter(type::isInstance)
                .map(type::cast)
                .findFirst();
    }

    private static <E extends Enum<E>> ParamConverter<E> setting(String name, AllowedValues<E> values) {
        return new Converter<>(text -> values.find(text)
                .orElseThrow(() -> Problem.inParameter(name, values.refusal(text))
                        .allowing(values.names())
                        .exception()));
    }

    private static ParamConverter<Integer> number(String name, Optional<NumberBetween> range) {
        String bounds = range.map(known -> " from " + known.min() + " to " + known.max())
                .orElse("");
        return new Converter<>(text -> {
            try {
                return Integer.valueOf(text);
            } catch (NumberFormatException _) {
                throw Problem.inParameter(
                                name, "a number" + bounds + " was expected, found " + QuotedValue.of(text) + ".")
                        .exception();
            }
        });
    }

    static boolean flag(String name, String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true", "1", "yes" -> true;
            case "false", "0", "no" -> false;
            default ->
                throw Problem.inParameter(name, "true or false was expected, found " + QuotedValue.of(text) + ".")
                        .allowing(List.of("true", "false"))
                        .exception();
        };
    }

    /// A moment, or a day for its beginning in UTC.
    public static Instant moment(String name, String text) {
        try {
            boolean isDay = text.matches("[0-9]{4}-[0-9]{2}-[0-9]{2}");
            OffsetDateTime moment =
                    isDay ? LocalDate.parse(text).atStartOfDay().atOffset(ZoneOffset.UTC) : OffsetDateTime.parse(text);
            if (moment.getYear() < 1970 || moment.getYear() > 9999) {
                throw new DateTimeException("a year from 1970 to 9999 was expected");
            }
            return moment.toInstant();
        } catch (DateTimeException _) {
            throw Problem.inParameter(
                            name,
                            "a moment such as 2026-11-21T04:00:00Z or a day such as 2026-11-21 was expected, found "
                                    + QuotedValue.of(text) + ".")
                    .exception();
        }
    }

    /// Passes a problem through Quarkus REST, which would turn every other exception into status 404.
    private record Converter<T>(Function<String, T> parse) implements ParamConverter<T> {
        @Override
        public @Nullable T fromString(@Nullable String text) {
            try {
                return text == null ? null : parse.apply(text);
            } catch (ProblemException e) {
                throw new WebApplicationException(e, e.problem().status());
            }
        }

        @Override
        public String toString(T value) {
            return String.valueOf(value);
        }
    }
}
