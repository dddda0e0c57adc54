package dev.throughline.testing;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The service's metrics at `/q/metrics`, at one time.
/// @param text as Prometheus would get it
/// @param values by series, their tags sorted: `name{a="1",b="2"}`
public record Scrape(String text, Map<String, Double> values) {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration PAUSE = Duration.ofMillis(20);
    private static final Pattern SAMPLE = Pattern.compile("([a-zA-Z0-9_:]+)(?:\\{(.*)})? (\\S+)");
    private static final Pattern TAG = Pattern.compile("[a-zA-Z0-9_]+=\"(?:[^\"\\\\]|\\\\.)*\"");

    public static Scrape of(URI service) throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(service.resolve("/q/metrics")).build();
        String text = TestHttpClient.send(request, BodyHandlers.ofString()).body();
        Map<String, Double> values = new TreeMap<>();
        text.lines().filter(line -> !line.startsWith("#")).forEach(line -> read(line, values));
        return new Scrape(text, values);
    }

    /// Repeats claims on new scrapes until all of them hold on one. What a request counts is not counted at one
    /// moment, so no claim may rely on another's having been met.
    public static void eventually(URI service, Consumer<Scrape> claims) throws IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            Scrape now = of(service);
            try {
                claims.accept(now);
                return;
            } catch (AssertionError unmet) {
                if (System.nanoTime() > end) {
                    throw unmet;
                }
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    private static void read(String line, Map<String, Double> values) {
        Matcher sample = SAMPLE.matcher(line);
        if (!sample.matches()) {
            throw new AssertionError("no sample of Prometheus: " + line);
        }
        values.put(series(sample.group(1), sample.group(2) == null ? "" : sample.group(2)), value(sample.group(3)));
    }

    private static String series(String name, String tags) {
        Set<String> sorted = new TreeSet<>();
        Matcher tag = TAG.matcher(tags);
        while (tag.find()) {
            sorted.add(tag.group());
        }
        return name + "{" + String.join(",", sorted) + "}";
    }

    private static double value(String text) {
        return switch (text) {
            case "+Inf" -> Double.POSITIVE_INFINITY;
            case "-Inf" -> Double.NEGATIVE_INFINITY;
            case String number -> Double.parseDouble(number);
        };
    }

    /// The value of a series; 0 for one that is not there.
    public double value(String name, String... tags) {
        Set<String> sorted = new TreeSet<>();
        for (int i = 0; i < tags.length; i += 2) {
            sorted.add(tags[i] + "=\"" + tags[i + 1] + "\"");
        }
        return values.getOrDefault(name + "{" + String.join(",", sorted) + "}", 0.0);
    }

    /// How much a series grew since an earlier moment.
    public double since(Scrape earlier, String name, String... tags) {
        return value(name, tags) - earlier.value(name, tags);
    }

    /// The sum over all series of a name.
    public double sum(String name) {
        return values.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(name + "{"))
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }

    /// The values that a tag has anywhere.
    public Set<String> tagValues(String tag) {
        Set<String> found = new TreeSet<>();
        Matcher matcher = Pattern.compile("[{,]" + tag + "=\"([^\"]*)\"").matcher(text);
        while (matcher.find()) {
            found.add(matcher.group(1));
        }
        return found;
    }
}
