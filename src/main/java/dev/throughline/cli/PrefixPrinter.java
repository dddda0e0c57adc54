package dev.throughline.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.cli.output.ExitCode;
import java.io.PrintWriter;

/// Prints comparisons of prompts, and determines the exit code.
final class PrefixPrinter {
    private final PrintWriter out;
    private boolean isAnyCompared;
    private boolean isAnyAvoidable;

    PrefixPrinter(PrintWriter out) {
        this.out = out;
    }

    /// @param comparison as returned by the API
    void print(String title, JsonNode comparison) {
        isAnyCompared = true;
        boolean isStable = comparison.path("stable").asBoolean();
        boolean isAvoidable = comparison.path("avoidable").asBoolean();
        isAnyAvoidable |= isAvoidable;
        out.println("%s: %d of %d %ss repeated%s%s"
                .formatted(
                        title,
                        comparison.path("common").asInt(),
                        comparison.path("previous").asInt(),
                        comparison.path("unit").asText(),
                        comparison.path("estimated").asBoolean() ? " (estimated)" : "",
                        isStable ? "" : ", " + loss(comparison)));
        if (!isStable) {
            out.println(isAvoidable ? "  avoidable" + remedy(comparison) : "  only the template breaks the prefix");
        }
        out.flush();
    }

    /// The server's cache report next to the shared part of the prompts.
    void cache(int reported, int reusable, int unexplained) {
        out.println("  cache: %d of %d reusable tokens were read from it%s"
                .formatted(
                        reported,
                        reusable,
                        unexplained == 0 ? "" : "; " + unexplained + " by eviction or routing, not by the prompt"));
        out.flush();
    }

    /// 0 stable or changed by the template alone, 1 avoidable loss, 2 nothing was compared.
    int code() {
        if (isAnyAvoidable) {
            return ExitCode.NO;
        }
        return isAnyCompared ? ExitCode.YES : ExitCode.UNKNOWN;
    }

    private static String remedy(JsonNode comparison) {
        String remedy = comparison.path("remedy").asText();
        if (remedy.isEmpty()) {
            return " by the client";
        }
        boolean isDropped = comparison.path("cause").asText().equals("REASONING_DROPPED");
        return " with " + remedy + (isDropped ? ", if the client gives the reasoning back" : "");
    }

    private static String loss(JsonNode comparison) {
        String anyway = comparison.path("templateClearsAnyway").asBoolean()
                ? " (the template would have left it out anyway)"
                : "";
        return comparison.path("wasted").asInt() + " lost: "
                + comparison.path("cause").asText() + " at "
                + comparison.path("pointer").asText() + anyway;
    }
}
