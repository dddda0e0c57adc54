package dev.throughline.vendor;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// A rule of the rule book.
///
/// @param id its name
/// @param forms to which it applies; empty: all
/// @param when a condition over the whole request
/// @param isCertain whether its sources agree; another one only warns
/// @param isDropped whether the vendor takes what breaks it, and loses it without a word
/// @param mends what makes a request keep it, in order; empty if nothing does
/// @param about what it demands, a sentence
/// @param sources where that was read: reports and pages
/// @param since when it was first seen, as exact as known: year and month, or a day
public record Rule(
        String id,
        Set<String> forms,
        Condition when,
        Check check,
        boolean isCertain,
        boolean isDropped,
        Answer answer,
        List<Mend> mends,
        String about,
        List<String> sources,
        String since) {
    public Rule {
        forms = Set.copyOf(forms);
        mends = List.copyOf(mends);
        sources = List.copyOf(sources);
    }

    /// The part of a request that it examines.
    sealed interface Check {
        /// Every element at a path.
        /// @param sinceUser whether only elements after the last message of the user count
        /// @param where which elements it is about
        /// @param refuse what breaks it, of such an element
        /// @param field what of the element is at fault; empty: the element
        record Each(JsonPlaces path, boolean sinceUser, Condition where, Condition refuse, String field)
                implements Check {}

        /// Fields by their names.
        /// @param unless values that are no violation
        record Keys(JsonPlaces path, JsonNode names, JsonNode unless) implements Check {}

        /// The turns of the conversation.
        /// @param thoughts forms of thought that it is about; empty: all
        /// @param scope what must be where it was issued
        /// @param except proofs that are always accepted
        record OfTurns(TurnCheck check, Set<String> thoughts, Set<String> scope, Set<String> except) implements Check {}
    }

    /// The vendor's answer.
    /// @param says its message, with `{at}`, `{value}`, `{field}`, `{model}`, `{index}` and `{length}`
    record Answer(int status, String code, String param, String says, boolean isWrapped) {}

    private static final int BAD_REQUEST = 400;

    static Rule of(JsonNode json) {
        return new Rule(
                text(json, "id"),
                words(json.path("dialects")),
                Condition.of(json.path("when")),
                check(json),
                json.path("certain").asBoolean(true),
                text(json, "kind").equals("dropped"),
                new Answer(
                        json.path("status").asInt(BAD_REQUEST),
                        text(json, "code"),
                        text(json, "param"),
                        text(json, "says"),
                        json.path("raw").asBoolean()),
                Mend.of(json.path("mend")),
                text(json, "about"),
                List.copyOf(list(json.path("source"))),
                text(json, "since"));
    }

    private static Check check(JsonNode json) {
        JsonPlaces path = JsonPlaces.of(text(json, "each"));
        if (json.has("turns")) {
            return new Check.OfTurns(
                    TurnCheck.of(text(json, "turns")),
                    words(json.path("forms")),
                    words(json.path("scope")),
                    words(json.path("except")));
        }
        if (json.has("keys")) {
            return new Check.Keys(path, json.path("keys"), json.path("unless"));
        }
        return new Check.Each(
                path,
                json.path("since-user").asBoolean(),
                Condition.of(json.path("where")),
                Condition.of(json.path("refuse")),
                text(json, "field"));
    }

    static String text(JsonNode json, String field) {
        return json.path(field).asText("");
    }

    static List<String> list(JsonNode json) {
        List<String> words = new ArrayList<>();
        json.forEach(word -> words.add(word.asText()));
        return words;
    }

    private static Set<String> words(JsonNode json) {
        return Set.copyOf(list(json));
    }
}
