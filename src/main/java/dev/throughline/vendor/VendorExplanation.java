package dev.throughline.vendor;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.conversation.Dialect;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Why a vendor refuses a request: the rules that it breaks, and the rule that an error speaks of.
///
/// @param violations what can be seen in the request
/// @param named the rule whose words an error has; empty without an error, or for one of no known rule
public record VendorExplanation(
        Profile profile, VendorRequest request, List<Violation> violations, Optional<Rule> named) {
    private static final String CHAT = Dialect.OPENAI_CHAT.id();
    private static final String BLOCKS = Dialect.ANTHROPIC.id();
    /// Letters that an error must share with a rule to be of it.
    private static final int LEAST_SHARED = 12;

    public VendorExplanation {
        violations = List.copyOf(violations);
    }

    /// @param error the vendor's words; empty for none
    public static VendorExplanation of(Profile profile, VendorRequest request, String error) {
        List<Violation> violations = VendorLaw.judge(profile, request, IssuedThoughts.NONE);
        Optional<Rule> named = error.isBlank()
                ? Optional.empty()
                : profile.rules().stream()
                        .filter(rule -> shared(rule, error) >= LEAST_SHARED)
                        .max(Comparator.comparingInt(rule -> shared(rule, error)));
        return new VendorExplanation(profile, request, violations, named);
    }

    /// Whether the vendor answers with an error, as far as the request shows.
    public boolean isRefused() {
        return violations.stream().anyMatch(Violation::isRefused);
    }

    /// The dialect of a request, by its fields and its model.
    public static String form(RuleBook book, JsonNode body) {
        if (body.has("input")) {
            return Dialect.RESPONSES.id();
        }
        boolean isBlocks = body.has("system")
                || body.path("tools").path(0).has("input_schema")
                || body.path("thinking").has("budget_tokens");
        for (JsonNode message : body.path("messages")) {
            for (JsonNode part : message.path("content")) {
                isBlocks |= Set.of("tool_use", "tool_result", "thinking", "redacted_thinking")
                        .contains(part.path("type").asText(""));
            }
        }
        String model = body.path("model").asText("");
        return isBlocks
                        || profile(book, CHAT, model).isEmpty()
                                && profile(book, BLOCKS, model).isPresent()
                ? BLOCKS
                : CHAT;
    }

    /// The profile of a model, whoever serves it; that with the most rules of several.
    public static Optional<Profile> profile(RuleBook book, String form, String model) {
        return book.profiles().values().stream()
                .filter(profile ->
                        profile.isOfModel() || !profile.models().pattern().equals(".*"))
                .filter(profile -> profile.forms().contains(form) && profile.isModel(model))
                .max(Comparator.comparingInt(profile -> profile.rules().size()));
    }

    /// The longest words of a rule's error that a text has.
    private static int shared(Rule rule, String error) {
        String words = error.toLowerCase(Locale.ROOT);
        List<String> pieces = new ArrayList<>(
                List.of(rule.answer().says().toLowerCase(Locale.ROOT).split("\\{[a-z]+}")));
        return pieces.stream()
                .map(String::strip)
                .filter(words::contains)
                .mapToInt(String::length)
                .max()
                .orElse(0);
    }

    /// The hop to look at.
    public static String hop(Rule rule) {
        return switch (rule.check()) {
            case Rule.Check.OfTurns ofTurns ->
                switch (ofTurns.check()) {
                    case OPEN_LOOP_THOUGHT, CALLS_WITH_THOUGHT ->
                        "the client, or a gateway before the vendor, lost the thought of an earlier answer";
                    case THOUGHTS_OWN, THOUGHTS_OF_MODEL, THOUGHTS_IN_FORM, IDS_OWN ->
                        "the thought was issued elsewhere: the model or the gateway's route changed in the"
                                + " conversation";
                    case LATEST_AS_ISSUED, THOUGHTS_AFTER_PREFIX, THOUGHTS_BY_ID ->
                        "the client, or a gateway before the vendor, rewrote the history";
                    case THOUGHT_FOLLOWED,
                            ITEM_WITH_THOUGHT,
                            CALLS_ANSWERED,
                            CALLS_ANSWERED_NEXT,
                            RESULTS_CALLED,
                            IDS_UNIQUE,
                            SYSTEM_PLACED ->
                        "the client wrote the history, or cut it, in a form that the vendor does not take";
                };
            case Rule.Check.Each _, Rule.Check.Keys _ ->
                "the client wrote the field, or a gateway before the vendor translated it";
        };
    }

    /// The change that makes a request keep a rule, in words.
    public static String mend(Rule rule) {
        if (rule.mends().isEmpty()) {
            return "send the history as it was answered";
        }
        return switch (rule.mends().getFirst()) {
            case Mend.LeaveOut _ -> "leave the field out";
            case Mend.LeaveOutElement _ -> "leave the element out";
            case Mend.Remove(String at) -> "leave out `" + at + "`";
            case Mend.RemoveKey(String key) -> "leave out `" + key + "` of it";
            case Mend.Put(String at, JsonNode value, var _) -> "write " + value + " to `" + at + "`";
            case Mend.Words(var values) -> "write the nearest word that is known: " + values;
            case Mend.Rename(String to) -> "call it `" + to + "`";
            case Mend.Id _ -> "write another id in the call and its result";
            case Mend.Effort _ -> "write `output_config.effort` instead of a budget";
            case Mend.Budget _ -> "set a budget below `max_tokens`";
            case Mend.TurnEfforts _ -> "set the effort of the request instead of that of a message";
            case Mend.Option(String at, JsonNode value) -> "write " + value + " to `" + at + "`";
            case Mend.Thought _ -> "put the thought back: `history=repair`";
            case Mend.Stop(String instead) -> instead;
            case Mend.Refuse _ -> "send the blocks of the latest answer as they came";
        };
    }
}
