package dev.throughline.vendor;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// The forms, demands and refusals of one vendor and model.
///
/// @param id such as `VENDOR:MODEL`
/// @param vendor whose proofs it reads
/// @param kinds of backends that it may be (`throughline.backends.NAME.kind`)
/// @param forms dialects that it speaks
/// @param models names of its models, as a whole; empty: any that no other profile of the vendor has
/// @param hosts of its service
/// @param path what its URL has in it; empty for any
/// @param reads names of the models whose thoughts it reads, besides its own
/// @param scope what its proofs are bound to besides the vendor
/// @param gives how it writes thoughts and ids
/// @param errors shape of its errors
/// @param isRepaired whether it refuses answers whose thought is missing, so that dropped ones are put back
/// @param tests its named conditions
public record Profile(
        String id,
        String vendor,
        Set<String> kinds,
        Set<String> forms,
        Pattern models,
        boolean isOfModel,
        Set<String> hosts,
        String path,
        Thoughts thoughts,
        List<Pattern> reads,
        List<String> scope,
        Map<String, String> gives,
        String errors,
        boolean isRepaired,
        Map<String, Condition> tests,
        List<Rule> rules) {
    public Profile {
        kinds = Set.copyOf(kinds);
        forms = Set.copyOf(forms);
        hosts = Set.copyOf(hosts);
        reads = List.copyOf(reads);
        scope = List.copyOf(scope);
        gives = Map.copyOf(gives);
        tests = Map.copyOf(tests);
        rules = List.copyOf(rules);
    }

    /// The thoughts that may be sent to it.
    public enum Thoughts {
        /// Its own, exactly as it issued them.
        OWN,
        /// Any readable text.
        OPEN,
        /// None.
        NONE
    }

    /// Whether a name is one of its models.
    public boolean isModel(String model) {
        return models.matcher(model).matches();
    }
}
