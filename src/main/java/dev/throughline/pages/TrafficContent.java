package dev.throughline.pages;

import dev.throughline.run.lifecycle.TrafficSampleQuery.KeyLoss;
import dev.throughline.run.lifecycle.TrafficSampleQuery.Sample;
import dev.throughline.text.TimeWording;
import java.util.List;
import java.util.Locale;

/// The page of live traffic.
///
/// @param days the newest first
/// @param isPartial whether large open runs are not counted yet
/// @param next address of the clients with fewer requests; empty on the last page
/// @param losses what the newest seen versions lose
/// @param moreLosses how many more there are
/// @param keys those that lost the most; none for a key that does not see all runs
/// @param samples what the newest requests needed
/// @param added latency that this process added since its start; empty before the first proxied request
public record TrafficContent(
        List<Day> days,
        List<ClientLine> clients,
        boolean isPartial,
        String next,
        List<LossLine> losses,
        int moreLosses,
        List<KeyLoss> keys,
        List<SampleLine> samples,
        String added) {
    public TrafficContent {
        losses = List.copyOf(losses);
        keys = List.copyOf(keys);
        samples = List.copyOf(samples);
        days = List.copyOf(days);
        clients = List.copyOf(clients);
    }

    /// A day (UTC).
    /// @param date as in ISO 8601
    /// @param word short, as the head of a narrow column
    public record Day(String date, String word) {}

    /// A client on one default URL.
    /// @param address its runs
    public record ClientLine(
            String client, String version, String base, String address, long exchanges, List<DayMark> days) {
        public ClientLine {
            days = List.copyOf(days);
        }
    }

    /// The reasoning that a client kept in one day.
    /// @param mark the ratio of reasoning that came back unchanged
    /// @param counts the numbers behind it
    /// @param isSeen whether the client sent requests on that day
    public record DayMark(String day, VerdictMark mark, String counts, boolean isSeen) {}

    /// The losses of a client.
    /// @param version the newest one seen
    /// @param kept of the items due in that version
    /// @param since the oldest version from which on every seen one loses it
    /// @param before the version before that, which kept all; empty if every seen version loses it
    public record LossLine(
            String client, String version, String capability, String kept, String since, String before) {}

    /// The needs of a client's newest requests to one model.
    /// @param wasted prompt tokens that a cache could have served, in words
    public record SampleLine(
            String client,
            String version,
            String base,
            String model,
            long requests,
            long repairs,
            long anomalies,
            String firstEvent,
            String slowFirstEvent,
            String wasted) {
        static SampleLine of(Sample sample) {
            return new SampleLine(
                    sample.client(),
                    sample.version(),
                    sample.base(),
                    sample.model(),
                    sample.requests(),
                    sample.repairs(),
                    sample.anomalies(),
                    sample.firstEvent().map(TimeWording::duration).orElse("–"),
                    sample.slowFirstEvent().map(TimeWording::duration).orElse("–"),
                    wasted(sample));
        }

        // A backend that never reports cached tokens has none, or does not say.
        private static String wasted(Sample sample) {
            return sample.cachedTokens() == 0
                    ? "not reported"
                    : String.format(Locale.ROOT, "%,d of %,d tokens", sample.wastedTokens(), sample.inputTokens());
        }
    }
}
