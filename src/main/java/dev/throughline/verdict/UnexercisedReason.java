package dev.throughline.verdict;

import dev.throughline.trace.Category;
import java.util.Set;

/// Why a capability was not exercised in a run.
///
/// @param issued the kinds of items that answers of the run contained
/// @param issuesSignatures whether any reasoning was issued with a signature
/// @param observed the kinds of which any request had an item to carry
/// @param isUnprinted whether results of tools held nothing of the outputs of their commands
public record UnexercisedReason(
        Set<Category> issued, boolean issuesSignatures, Set<Category> observed, boolean isUnprinted) {
    public UnexercisedReason {
        issued = Set.copyOf(issued);
        observed = Set.copyOf(observed);
    }

    public String of(Capability capability) {
        return switch (capability) {
            case THINK -> of(Category.THINK, "reasoning");
            case CONTENT -> of(Category.CONTENT, "text");
            case TOOL_ID -> of(Category.TOOL_ID, "a tool call");
            case TOOL_IN -> of(Category.TOOL_IN, "a tool call");
            case TOOL_OUT ->
                isUnprinted
                        ? "no result of a tool held the output of its command"
                        : of(Category.TOOL_OUT, "a tool call with a known result");
            case SIGNATURE ->
                issuesSignatures ? of(Category.THINK, "signed reasoning") : "no reasoning was issued with a signature";
            case ORDER -> "no item had to be returned";
            case PARAMS -> "no request set a thinking parameter";
            case CACHE -> "no request continued an earlier one";
            case ACCEPTED -> "no vendor was asked";
        };
    }

    private String of(Category category, String name) {
        if (!issued.contains(category)) {
            return "no answer contained " + name;
        }
        return observed.contains(category)
                ? "no request had to return it"
                : "no later request continued an answer with " + name;
    }
}
