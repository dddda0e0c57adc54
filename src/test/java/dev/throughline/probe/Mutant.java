package dev.throughline.probe;

import dev.throughline.harness.server.Wire;
import dev.throughline.trace.Category;
import dev.throughline.verdict.Outcome;
import dev.throughline.verdict.Verdict;
import java.util.Map;
import java.util.Set;

/// A client with one named defect, and what the service must say of it.
///
/// @param scenario the stub's scenario in which the defect shows
/// @param verdict what the run's verdict must be
/// @param outcomes per category the outcomes other than EXACT that must be found among its items; a category that
/// is not named must have none
record Mutant(
        String name, Wire wire, String scenario, Defect defect, Verdict verdict, Map<Category, Set<Outcome>> outcomes) {

    static Mutant of(String name, Wire wire, Defect defect, Category category, Outcome outcome) {
        return new Mutant(name, wire, "tools", defect, Verdict.FAIL, Map.of(category, Set.of(outcome)));
    }

    /// The same mutant in another scenario.
    Mutant in(String other) {
        return new Mutant(name, wire, other, defect, verdict, outcomes);
    }

    /// The same mutant with another verdict.
    Mutant judged(Verdict other) {
        return new Mutant(name, wire, scenario, defect, other, outcomes);
    }

    /// The same mutant with the outcomes of one more category.
    Mutant also(Category category, Outcome... all) {
        Map<Category, Set<Outcome>> more = new java.util.EnumMap<>(outcomes);
        more.put(category, Set.of(all));
        return new Mutant(name, wire, scenario, defect, verdict, more);
    }

    /// User turns in which the defect shows.
    int turns() {
        return Set.of("resume", "switch", "abort").contains(scenario) ? 3 : 2;
    }

    @Override
    public String toString() {
        return wire.path() + " " + name;
    }
}
