package dev.throughline.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.text.Json;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Finds the product and version of a client from its headers. Immutable; callable from any thread.
///
/// A program is preferred to a library that it uses, a library to a program that it starts, and a longer token to a
/// shorter one. Only the first 512 characters of a User-Agent are read.
public final class ClientRules {
    private static final int MOST = 512;
    private static final Pattern VERSION = Pattern.compile("v?[0-9]");
    private static final String SEPARATORS = " \t();,";
    private static final String IDENTIFIED = "identified";
    private static final ClientRules BUNDLED = new ClientRules(read(), runtimes());

    // The most specific first.
    private final List<Rule> rules;
    private final Set<String> runtimes;

    private ClientRules(List<Rule> rules, Set<String> runtimes) {
        this.runtimes = runtimes;
        this.rules = rules.stream()
                .sorted(Comparator.comparing((Rule rule) -> !rule.rule().isAboveProgram())
                        .thenComparing(Rule::isLibrary)
                        .thenComparing(rule -> -rule.rule().userAgent().length())
                        .thenComparing(rule -> -rule.rule().further().size())
                        .thenComparing(Rule::product))
                .toList();
    }

    /// @param product the recipe's name
    private record Rule(String product, boolean isLibrary, ClientRule rule) {}

    /// The rules of the bundled recipes, and of clients that no recipe drives yet.
    public static ClientRules bundled() {
        return BUNDLED;
    }

    /// The client that sent a request.
    /// @param headers the value of a header by its lower-case name; null if it is absent
    public ClientProduct of(Function<String, @Nullable String> headers) {
        String agent = Optional.ofNullable(headers.apply("user-agent")).orElse("");
        String read = agent.length() <= MOST ? agent : agent.substring(0, MOST);
        for (Rule rule : rules) {
            int start = start(read, rule.rule().userAgent());
            if (start >= 0 && rule.rule().hasHeaders(headers)) {
                return new ClientProduct(rule.product(), version(read, start, rule.rule(), headers));
            }
        }
        return unknown(read);
    }

    /// The position of a token at the start of a product, or, where no version follows, as the whole of it; -1 if it
    /// is at none.
    private static int start(String agent, String token) {
        int at = agent.indexOf(token);
        while (at >= 0 && !(isEdge(agent, at - 1) && (!isWord(token) || isEdge(agent, at + token.length())))) {
            at = agent.indexOf(token, at + 1);
        }
        return at;
    }

    private static boolean isWord(String token) {
        return Character.isLetterOrDigit(token.charAt(token.length() - 1));
    }

    private static boolean isEdge(String agent, int at) {
        return at < 0 || at >= agent.length() || SEPARATORS.indexOf(agent.charAt(at)) >= 0;
    }

    private static String version(
            String agent, int start, ClientRule rule, Function<String, @Nullable String> headers) {
        if (!rule.statesVersion()) {
            return "";
        }
        String stated = rule.versionHeader() == null ? null : headers.apply(rule.versionHeader());
        return plain(stated == null ? token(agent, start + rule.versionStart()) : token(stated, 0))
                .orElse("");
    }

    /// The version stands behind the slash of the first token, or, as SDKs write it, behind the token of a language:
    /// `OpenAI/Python 3.57.0`.
    private ClientProduct unknown(String agent) {
        String token = token(agent, 0);
        int slash = token.indexOf('/');
        Optional<String> name =
                plain(slash < 0 ? token : token.substring(0, slash)).filter(text -> !text.isEmpty());
        String version = Stream.of(token.substring(token.lastIndexOf('/') + 1), next(agent, token.length()))
                .filter(text -> slash >= 0 && VERSION.matcher(text).lookingAt())
                .findFirst()
                .filter(_ -> !runtimes.contains(token.substring(0, slash)))
                .flatMap(ClientRules::plain)
                .orElse("");
        return name.map(text -> ClientProduct.unknown(text, version)).orElse(ClientProduct.UNKNOWN);
    }

    /// The token behind a single space; empty if something else follows.
    private static String next(String agent, int at) {
        return at < agent.length() && agent.charAt(at) == ' ' ? token(agent, at + 1) : "";
    }

    /// The characters from a position up to the next separator.
    private static String token(String text, int from) {
        int end = from;
        while (end < text.length() && SEPARATORS.indexOf(text.charAt(end)) < 0) {
            end++;
        }
        return text.substring(from, end);
    }

    /// A text that is safe in a name; empty for a text that is too long or has other characters.
    private static Optional<String> plain(String text) {
        return text.length() <= ClientProduct.LONGEST && text.chars().allMatch(ClientProduct::isPlain)
                ? Optional.of(text)
                : Optional.empty();
    }

    private static List<Rule> read() {
        List<Rule> read = new ArrayList<>();
        for (String name : BundledRecipes.NAMES) {
            JsonNode recipe = file(name);
            recipe.path("identification").forEach(rule -> read.add(rule(name, !recipe.has("binary"), rule)));
        }
        file(IDENTIFIED)
                .path("libraries")
                .properties()
                .forEach(client -> client.getValue().forEach(rule -> read.add(rule(client.getKey(), true, rule))));
        return read;
    }

    private static Set<String> runtimes() {
        return file(IDENTIFIED)
                .path("runtimes")
                .valueStream()
                .map(JsonNode::asText)
                .collect(Collectors.toSet());
    }

    private static Rule rule(String product, boolean isLibrary, JsonNode rule) {
        try {
            return new Rule(product, isLibrary, Json.STRICT.treeToValue(rule, ClientRule.class));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the identification of " + product + " is not valid", e);
        }
    }

    private static JsonNode file(String name) {
        try {
            return Json.STRICT.readTree(BundledRecipes.text(name + ".json").orElseThrow());
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(name + ".json is not valid", e);
        }
    }
}
