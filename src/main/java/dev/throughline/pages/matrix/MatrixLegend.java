package dev.throughline.pages.matrix;

import dev.throughline.pages.VerdictMark;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import java.util.Collection;
import java.util.List;

/// What the marks and the columns of a page mean: those that are on it, no others.
public record MatrixLegend(List<StatusMeaning> statuses, List<CapabilityMeaning> capabilities) {
    /// A status.
    public record StatusMeaning(VerdictMark mark, String text) {}

    /// A capability.
    public record CapabilityMeaning(Capability capability, String text) {}

    static MatrixLegend of(Collection<Status> statuses, Collection<Capability> capabilities) {
        return new MatrixLegend(
                statuses.stream()
                        .distinct()
                        .sorted()
                        .map(status -> new StatusMeaning(VerdictMark.of(status), meaning(status)))
                        .toList(),
                capabilities.stream()
                        .distinct()
                        .sorted()
                        .map(capability -> new CapabilityMeaning(capability, meaning(capability)))
                        .toList());
    }

    private static String meaning(Status status) {
        return switch (status) {
            case PRESERVED -> "complete, unmodified, in order";
            case PARTIAL -> "some of it was lost or changed";
            case BROKEN -> "nothing of it came back unchanged";
            case UNSUPPORTED -> "the client cannot do it";
            case INCONCLUSIVE -> "the runs did not decide it";
            case NOT_EXERCISED -> "no occasion in the run";
            case ERROR -> "the check itself failed";
        };
    }

    private static String meaning(Capability capability) {
        return switch (capability) {
            case THINK -> "the model’s reasoning";
            case CONTENT -> "the text of its answers";
            case TOOL_ID -> "the ids of its tool calls";
            case TOOL_IN -> "the arguments of its tool calls";
            case TOOL_OUT -> "the results of tool calls";
            case SIGNATURE -> "the signatures over its reasoning";
            case ORDER -> "the order of these parts";
            case PARAMS -> "whether the client sends thinking parameters";
            case CACHE -> "whether prompts begin as the ones before, so that a cache can serve them";
            case ACCEPTED -> "whether the vendor would accept the requests";
        };
    }
}
