package dev.throughline.filter;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.throughline.filter.CallLayout.JsonObject;
import dev.throughline.filter.CallLayout.NamedJson;
import dev.throughline.filter.CallLayout.Tagged;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Parses the calls at the beginning of a text in a layout. Strict: what does not fit the layout is not a call.
public final class CallRegionReader {
    private static final JsonFactory JSON = new JsonFactory();
    private static final String NAME = "([A-Za-z0-9_.:/-]{1,128}";
    private static final String ANY_WORD = "[A-Za-z0-9_.:-]{1,64}";
    private static final String ANY_HEADER = "(?![A-Za-z0-9_.:/-])(?:[a-z ]|<\\|[a-z]{1,16}\\|>){0,64}?";
    private static final Pattern PARTS =
            Pattern.compile("[%1$c%2$c]|\\s+|[^%1$c%2$c\\s]+".formatted(CallLayout.ANY_WORD, CallLayout.ANY_HEADER));

    private final CallLayout layout;
    private final Map<String, JsonNode> tools;
    private final Pattern block;
    private final Pattern opener;
    private final Pattern closer;
    private final Pattern blockEnd;
    /// For tagged arguments; otherwise matches nothing.
    private final Pattern keyOpen;

    public CallRegionReader(CallLayout layout, Map<String, JsonNode> tools) {
        this.layout = layout;
        this.tools = tools;
        this.block = part(layout.block());
        this.closer = part(layout.closer());
        this.blockEnd = part(layout.blockEnd());
        this.keyOpen = layout.form() instanceof Tagged tagged ? part(tagged.keyOpen()) : Pattern.compile("(?!)");
        this.opener = switch (layout.form()) {
            case JsonObject _ -> part(layout.opener());
            case NamedJson(String separator) -> named(separator);
            case Tagged tagged -> named(tagged.afterName());
        };
    }

    /// @param end start of the text after the calls
    public record CallMatch(List<JsonCall> calls, int end) {}

    private Pattern named(String behind) {
        // If nothing follows it, a name ends at the last name character.
        return Pattern.compile(source(layout.opener()) + NAME + (behind.isBlank() ? "+)" : "?)") + source(behind));
    }

    private static Pattern part(String literal) {
        return Pattern.compile(source(literal));
    }

    /// White space in and around a part may differ; a word that differs from call to call matches anything.
    private static String source(String literal) {
        String inside = PARTS.matcher(literal.strip())
                .results()
                .map(part -> switch (part.group().charAt(0)) {
                    case CallLayout.ANY_WORD -> ANY_WORD;
                    case CallLayout.ANY_HEADER -> ANY_HEADER;
                    default -> part.group().isBlank() ? "\\s*+" : Pattern.quote(part.group());
                })
                .collect(Collectors.joining());
        return literal.isEmpty() ? "" : "\\s*+" + inside + "\\s*+";
    }

    /// The calls at the beginning of the text; empty if it does not fit.
    public Optional<CallMatch> read(String text) {
        int at = skip(block, text, 0);
        at = at < 0 ? 0 : at;
        if (layout.form() instanceof JsonObject json && json.isList()) {
            return list(json, text, Math.max(skip(opener, text, at), at));
        }
        List<JsonCall> calls = new ArrayList<>();
        int last = -1;
        while (true) {
            Optional<CallMatch> next = call(text, at);
            if (next.isEmpty()) {
                break;
            }
            calls.addAll(next.get().calls());
            last = next.get().end();
            at = last;
        }
        if (calls.isEmpty()) {
            return Optional.empty();
        }
        int end = skip(blockEnd, text, last);
        boolean isWhole = layout.blockEnd().isBlank() || end >= 0 || isBlankFrom(text, last);
        return isWhole ? Optional.of(new CallMatch(calls, end < 0 ? last : end)) : Optional.empty();
    }

    /// The position after a part; -1 if the part is not found.
    private static int skip(Pattern part, String text, int at) {
        Matcher matcher = part.matcher(text).region(at, text.length());
        return matcher.lookingAt() ? matcher.end() : -1;
    }

    private Optional<CallMatch> call(String text, int at) {
        return switch (layout.form()) {
            case JsonObject json -> object(json, text, skip(opener, text, at));
            case NamedJson _ -> named(text, at);
            case Tagged tagged -> tagged(tagged, text, at);
        };
    }

    private Optional<CallMatch> list(JsonObject json, String text, int at) {
        int end = jsonEnd(text, at, JsonToken.START_ARRAY);
        if (end < 0) {
            return Optional.empty();
        }
        List<JsonCall> calls = new ArrayList<>();
        JsonNode objects = ArgumentValue.parse(text.substring(at, end)).orElse(MissingNode.getInstance());
        for (JsonNode object : objects) {
            Optional<JsonCall> call = call(json, object);
            if (call.isEmpty()) {
                return Optional.empty();
            }
            calls.add(call.get());
        }
        int behind = skip(blockEnd, text, end);
        return calls.isEmpty() ? Optional.empty() : Optional.of(new CallMatch(calls, behind < 0 ? end : behind));
    }

    private Optional<CallMatch> object(JsonObject json, String text, int at) {
        int end = at < 0 ? -1 : jsonEnd(text, at, JsonToken.START_OBJECT);
        return end < 0
                ? Optional.empty()
                : ArgumentValue.parse(text.substring(at, end))
                        .flatMap(object -> call(json, object))
                        .flatMap(call -> closed(call, text, end));
    }

    private static Optional<JsonCall> call(JsonObject json, JsonNode object) {
        String name = CallName.of(object.path(json.nameKey()).asText());
        JsonNode given = object.path(json.argumentsKey());
        Optional<JsonNode> arguments = given.isTextual() ? ArgumentValue.parse(given.textValue()) : Optional.of(given);
        return arguments
                .filter(found -> found.isObject() && !name.isEmpty())
                .map(found -> new JsonCall(name, ArgumentValue.write(found)));
    }

    private Optional<CallMatch> named(String text, int at) {
        Matcher head = opener.matcher(text).region(at, text.length());
        if (!head.lookingAt()) {
            return Optional.empty();
        }
        int end = jsonEnd(text, head.end(), JsonToken.START_OBJECT);
        return end < 0
                ? Optional.empty()
                : ArgumentValue.parse(text.substring(head.end(), end))
                        .flatMap(arguments ->
                                closed(new JsonCall(head.group(1), ArgumentValue.write(arguments)), text, end));
    }

    /// A call that ends properly or at the end of the answer.
    private Optional<CallMatch> closed(JsonCall call, String text, int at) {
        int end = skip(closer, text, at);
        boolean isOver = end >= 0 || isBlankFrom(text, at);
        return isOver ? Optional.of(new CallMatch(List.of(call), end < 0 ? text.length() : end)) : Optional.empty();
    }

    private Optional<CallMatch> tagged(Tagged tagged, String text, int from) {
        Matcher head = opener.matcher(text).region(from, text.length());
        if (!head.lookingAt()) {
            return Optional.empty();
        }
        String name = head.group(1);
        JsonNode schema = tools.getOrDefault(name, MissingNode.getInstance());
        Map<String, String> arguments = new LinkedHashMap<>();
        int at = head.end();
        while (true) {
            int key = skip(keyOpen, text, at);
            if (key < 0) {
                String written = arguments.entrySet().stream()
                        .map(each -> JsonStringEscaper.quoted(each.getKey()) + ":" + each.getValue())
                        .collect(Collectors.joining(",", "{", "}"));
                return closed(new JsonCall(name, written), text, at);
            }
            int keyEnd = text.indexOf(tagged.valueOpen().strip(), key);
            String word = keyEnd < 0 ? "" : text.substring(key, keyEnd).strip();
            if (CallName.of(word).isEmpty()) {
                return Optional.empty();
            }
            int value = keyEnd + tagged.valueOpen().strip().length();
            int end = valueEnd(tagged, text, value);
            if (end < 0) {
                return Optional.empty();
            }
            ArgumentSchema type = ArgumentSchema.of(schema, word);
            String raw = value(tagged, text.substring(value, end));
            arguments.putIfAbsent(
                    word, type.isString() ? JsonStringEscaper.quoted(raw) : ArgumentValue.json(raw, type));
            at = end + tagged.valueClose().strip().length();
        }
    }

    /// A value ends at the first closer that is followed by a key, the end of the call or nothing.
    private int valueEnd(Tagged tagged, String text, int from) {
        String close = tagged.valueClose().strip();
        for (int at = text.indexOf(close, from); at >= 0; at = text.indexOf(close, at + 1)) {
            int behind = at + close.length();
            boolean isOver = skip(keyOpen, text, behind) >= 0
                    || !layout.closer().isBlank() && skip(closer, text, behind) >= 0
                    || isBlankFrom(text, behind);
            if (isOver) {
                return at;
            }
        }
        return -1;
    }

    private static boolean isBlankFrom(String text, int from) {
        int at = from;
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at == text.length();
    }

    /// The line breaks that the template puts around a value are not part of it.
    private static String value(Tagged tagged, String text) {
        int from = tagged.valueOpen().endsWith("\n") && text.startsWith("\n") ? 1 : 0;
        boolean isBroken = tagged.valueClose().startsWith("\n") && text.length() > from && text.endsWith("\n");
        return text.substring(from, isBroken ? text.length() - 1 : text.length());
    }

    /// The position after the JSON value that begins here; -1 if there is none of this kind.
    private static int jsonEnd(String text, int from, JsonToken kind) {
        StringReader rest = new StringReader(text);
        try (JsonParser parser = JSON.createParser(rest)) {
            if (rest.skip(from) != from || parser.nextToken() != kind) {
                return -1;
            }
            parser.skipChildren();
            return parser.currentToken().isStructEnd()
                    ? from + (int) parser.currentLocation().getCharOffset()
                    : -1;
        } catch (IOException _) {
            return -1;
        }
    }
}
