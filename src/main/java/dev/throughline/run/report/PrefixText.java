package dev.throughline.run.report;

import dev.throughline.run.report.PrefixTally.Loss;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// Writes the lines of a report about prefix cache losses.
final class PrefixText {
    private static final int MOST_NUMBERS = 20;
    private static final String SERVER = "SERVER";

    private PrefixText() {}

    static List<String> lines(PrefixTally prefix) {
        List<String> lines = new ArrayList<>();
        lines.add(ReportWording.count(prefix.compared(), "request") + " compared with the one before"
                + (prefix.complete() ? "" : ", through request " + prefix.through() + " of the run") + "; "
                + (prefix.wasted() == 0 ? "no prefix was lost" : number(prefix.wasted()) + " tokens were lost")
                + (prefix.estimated() ? " (estimated)" : ""));
        prefix.losses().forEach(loss -> lines.add(line(loss)));
        lines.addAll(prefix.notes());
        return lines;
    }

    private static String line(Loss loss) {
        if (loss.cause().equals(SERVER)) {
            return requests(loss) + " computed again " + tokens(loss)
                    + " that the prompts share: eviction or routing, not the prompt";
        }
        return requests(loss) + " lost " + tokens(loss) + ": " + loss.cause()
                + (loss.pointer().isEmpty() ? "" : " at " + loss.pointer()) + "; " + blame(loss);
    }

    private static String blame(Loss loss) {
        if (!loss.avoidable()) {
            return "the template alone";
        }
        return loss.remedy() == null ? "avoidable by the client" : "avoidable with " + loss.remedy();
    }

    private static String requests(Loss loss) {
        List<Integer> all = loss.requests();
        String numbers = all.stream().limit(MOST_NUMBERS).map(String::valueOf).collect(Collectors.joining(", "));
        String more = all.size() > MOST_NUMBERS ? " and " + (all.size() - MOST_NUMBERS) + " more" : "";
        return (all.size() == 1 ? "request " : "requests ") + numbers + more;
    }

    private static String tokens(Loss loss) {
        String each = loss.requests().size() == 1 ? "" : " each";
        return loss.least() == loss.most()
                ? number(loss.most()) + " cached tokens" + each
                : number(loss.least()) + " to " + number(loss.most()) + " cached tokens" + each;
    }

    private static String number(long tokens) {
        return String.format(Locale.ROOT, "%,d", tokens);
    }
}
