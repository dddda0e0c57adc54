package dev.throughline.pages.traffic;

import dev.throughline.pages.traffic.TrafficContent.SampleLine;
import dev.throughline.run.lifecycle.TrafficSampleQuery.Sample;
import dev.throughline.run.prompt.prefix.PriceBook;
import dev.throughline.text.TimeWording;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Locale;

/// Words what the newest requests of clients needed, with the price of what a cache could have served.
@ApplicationScoped
class SampleLines {
    private final PriceBook prices;

    SampleLines(PriceBook prices) {
        this.prices = prices;
    }

    SampleLine line(Sample sample) {
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
    private String wasted(Sample sample) {
        if (sample.cachedTokens() == 0) {
            return "not reported";
        }
        String tokens = String.format(Locale.ROOT, "%,d of %,d tokens", sample.wastedTokens(), sample.inputTokens());
        String money = prices.find(sample.model())
                .map(price -> ", " + price.ofWasted(sample.wastedTokens()).toPlainString() + " " + price.currency())
                .orElse(", no price known");
        return tokens + money;
    }
}
