package dev.throughline.pages.matrix;

import dev.throughline.matrix.api.MatrixTable;
import dev.throughline.verdict.Capability;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The links that narrow or widen a selection of cells; the whole selection is in the address.
///
/// @param name what they choose
public record FilterLinks(String name, List<FilterLink> links) {
    private static final List<String> DIALECTS = List.of("openai-chat", "anthropic", "responses");
    private static final List<String> POLICIES = List.of("preserved", "interleaved");

    /// A choice; the current one has no effect.
    public record FilterLink(String word, String address, boolean isCurrent) {}

    /// @param address of the current page, without its host
    static List<FilterLinks> of(String address, boolean hasCapabilities) {
        String here = MatrixTable.without(address, "cursor");
        List<FilterLinks> all = new ArrayList<>();
        if (hasCapabilities) {
            all.add(of(
                    here,
                    "Capability",
                    "capability",
                    Arrays.stream(Capability.values()).map(Capability::name).toList()));
        }
        all.add(of(here, "Dialect", "dialect", DIALECTS));
        all.add(hasCapabilities ? of(here, "Policy", "policy", POLICIES) : policy(here));
        return all;
    }

    /// Links of the newest versions, which are shown for one policy at a time.
    private static FilterLinks policy(String address) {
        String preserved = MatrixTable.without(address, "policy");
        String interleaved = MatrixTable.with(address, "policy", "interleaved");
        boolean isInterleaved = address.contains("policy=interleaved");
        return new FilterLinks(
                "Policy",
                List.of(
                        new FilterLink("preserved", preserved, !isInterleaved),
                        new FilterLink("interleaved", interleaved, isInterleaved)));
    }

    private static FilterLinks of(String address, String name, String parameter, List<String> values) {
        List<FilterLink> links = new ArrayList<>();
        String without = MatrixTable.without(address, parameter);
        links.add(new FilterLink("all", without, without.equals(address)));
        values.forEach(value -> {
            String chosen = MatrixTable.with(address, parameter, value);
            links.add(new FilterLink(value, chosen, address.matches(".*[?&]" + parameter + "=" + value + "(&.*)?")));
        });
        return new FilterLinks(name, links);
    }
}
