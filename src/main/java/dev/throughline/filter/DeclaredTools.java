package dev.throughline.filter;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The tools declared by a request, as the extractor looks them up: by whole names and by prefixes.
final class DeclaredTools {
    private final Map<String, JsonNode> schemas;
    /// Declared names with characters that an undeclared name may not have, such as those that are not ASCII.
    private final List<String> unusual;

    DeclaredTools(Map<String, JsonNode> schemas) {
        this.schemas = schemas;
        this.unusual = schemas.isEmpty() ? List.of() : unusual(schemas.keySet());
    }

    private static List<String> unusual(Set<String> names) {
        return names.stream().filter(name -> CallName.of(name).isEmpty()).toList();
    }

    /// A tool's name and the key that follows it without its opening tag.
    record BareKey(String name, String key) {}

    boolean declares(String name) {
        return schemas.containsKey(name);
    }

    /// The schema of a tool; missing for an undeclared one.
    JsonNode schema(String name) {
        return schemas.getOrDefault(name, MissingNode.getInstance());
    }

    /// The name that a text between tags is; empty for none.
    String name(CharSequence text) {
        String trimmed = CallName.trim(text);
        return unusual.contains(trimmed) ? trimmed : CallName.of(trimmed);
    }

    /// Whether a text, from the first character of a name, begins a declared name that is not ASCII.
    boolean beginsUnusualName(CharSequence text) {
        return !unusual.isEmpty() && unusual.stream().anyMatch(name -> name.startsWith(text.toString()));
    }

    /// Whether a text is a declared name, white space, and the beginning of one of its keys.
    boolean beginsBareKey(CharSequence text) {
        int at = 0;
        while (at < text.length() && !Character.isWhitespace(text.charAt(at)) && text.charAt(at) != '\\') {
            at++;
        }
        String rest = CallName.trim(text.subSequence(at, text.length()));
        return ArgumentSchema.beginsKey(schema(text.subSequence(0, at).toString()), rest);
    }

    /// The declared name and the declared key that a text consists of, with or without white space between them.
    Optional<BareKey> bareKey(CharSequence text) {
        String trimmed = CallName.trim(text);
        return schemas.keySet().stream()
                .filter(trimmed::startsWith)
                .map(name -> new BareKey(name, CallName.trim(trimmed.substring(name.length()))))
                .filter(found -> ArgumentSchema.declares(schema(found.name()), found.key()))
                .max(Comparator.comparingInt(found -> found.name().length()));
    }
}
