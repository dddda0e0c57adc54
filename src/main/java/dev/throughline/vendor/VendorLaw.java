package dev.throughline.vendor;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.vendor.JsonPlaces.Place;
import dev.throughline.vendor.Rule.Check;
import dev.throughline.vendor.VendorTurns.Speaker;
import dev.throughline.vendor.VendorTurns.Turn;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/// Predicts a vendor's answer to a request. Pure; no I/O.
public final class VendorLaw {
    private final Profile profile;
    private final VendorRequest request;
    private final IssuedThoughts issued;
    private final Condition.Context context;
    private final List<Violation> violations = new ArrayList<>();
    private List<Turn> turns = List.of();
    private boolean hasTurns;

    private VendorLaw(Profile profile, VendorRequest request, IssuedThoughts issued) {
        this.profile = profile;
        this.request = request;
        // Several rules ask for the same proofs, and to check one costs a MAC over its text.
        Map<String, IssuedThoughts.Origin> origins = new HashMap<>();
        this.issued = proof -> origins.computeIfAbsent(proof, issued::of);
        this.context = new Condition.Context(request, profile.tests());
    }

    /// @param issued who issued the proofs of the request
    /// @return violations in the order of the rule book; empty: accepted. A rule that sources
    ///     disagree on is a warning, never a refusal.
    public static List<Violation> judge(Profile profile, VendorRequest request, IssuedThoughts issued) {
        return judge(profile, request, issued, _ -> true);
    }

    /// The same with some rules only.
    public static List<Violation> judge(
            Profile profile, VendorRequest request, IssuedThoughts issued, Predicate<Rule> which) {
        var law = new VendorLaw(profile, request, issued);
        profile.rules().stream().filter(which).forEach(law::apply);
        return List.copyOf(law.violations);
    }

    private void apply(Rule rule) {
        boolean isOfForm = rule.forms().isEmpty() || rule.forms().contains(request.form());
        if (!isOfForm || !rule.when().holds(request.body(), context)) {
            return;
        }
        switch (rule.check()) {
            case Check.Each each -> each(rule, each);
            case Check.Keys keys -> keys(rule, keys);
            case Check.OfTurns ofTurns ->
                ofTurns.check()
                        .faults(new TurnCheck.Input(request, profile, ofTurns, turns(), issued))
                        .forEach(fault -> add(rule, fault.pointer(), fault.pointer(), fault.value()));
        }
    }

    private void each(Rule rule, Check.Each each) {
        int from = each.sinceUser() ? lastUser() : -1;
        for (Place place : each.path().in(request.body(), "")) {
            boolean isAtFault = index(place.pointer()) > from
                    && each.where().holds(place.value(), context)
                    && each.refuse().holds(place.value(), context);
            if (isAtFault) {
                String field = each.field().isEmpty() ? "" : "/" + each.field();
                JsonNode value = field.isEmpty() ? place.value() : place.value().at(field);
                add(rule, place.pointer() + field, place.pointer(), text(value));
            }
        }
    }

    /// As an error names it: of an array its size.
    private static String text(JsonNode value) {
        if (value.isArray()) {
            return Integer.toString(value.size());
        }
        return value.isValueNode() ? value.asText() : "";
    }

    private void keys(Rule rule, Check.Keys keys) {
        for (Place place : keys.path().in(request.body(), "")) {
            boolean isNamed = false;
            for (JsonNode name : keys.names()) {
                isNamed |= name.asText().equals(JsonPlaces.name(place.pointer()));
            }
            if (isNamed && !Condition.isAmong(place.value(), keys.unless())) {
                String holder = place.pointer().substring(0, place.pointer().lastIndexOf('/'));
                add(
                        rule,
                        place.pointer(),
                        holder,
                        place.value().isValueNode() ? place.value().asText() : "");
            }
        }
    }

    private List<Turn> turns() {
        if (!hasTurns) {
            turns = VendorTurns.of(request).turns();
            hasTurns = true;
        }
        return turns;
    }

    /// Index of the last message of the user; -1 for none.
    private int lastUser() {
        return turns().stream()
                .filter(turn -> turn.speaker() == Speaker.USER)
                .mapToInt(Turn::index)
                .max()
                .orElse(-1);
    }

    /// The first index in a pointer; 0 for none.
    private static int index(String pointer) {
        for (String token : pointer.split("/")) {
            if (!token.isEmpty() && token.chars().allMatch(Character::isDigit)) {
                return Integer.parseInt(token);
            }
        }
        return 0;
    }

    private void add(Rule rule, String pointer, String element, String value) {
        Violation.Kind kind = rule.isDropped()
                ? Violation.Kind.SILENTLY_DROPPED
                : rule.isCertain() ? Violation.Kind.REFUSED : Violation.Kind.WARNED;
        String at = pointer.isEmpty() ? "" : pointer.substring(1).replace('/', '.');
        Rule.Answer answer = rule.answer();
        String message = answer.says()
                .replace("{at}", at)
                .replace("{field}", JsonPlaces.name(pointer))
                .replace("{model}", request.model())
                .replace("{index}", Integer.toString(index(pointer)))
                .replace("{length}", Integer.toString(value.length()))
                .replace("{value}", value);
        var error = new VendorError(
                profile.errors(),
                answer.status(),
                answer.code(),
                message,
                answer.param().isEmpty() ? at : answer.param(),
                answer.isWrapped());
        violations.add(new Violation(rule, pointer, element, kind, error));
    }
}
