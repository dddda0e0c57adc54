package dev.throughline.bench;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/// Runs `FilterBench` and prints its results in megabytes per second and nanoseconds per character. Accepts
/// JMH's options.
final class FilterFigures {
    private FilterFigures() {}

    public static void main(String[] args) throws RunnerException, CommandLineOptionException {
        var options = new OptionsBuilder()
                .parent(new CommandLineOptions(args))
                .include(FilterBench.class.getSimpleName())
                .build();
        print(new Runner(options).run());
    }

    private static void print(Collection<RunResult> results) {
        Map<String, Map<Integer, Double>> arguments = new TreeMap<>();
        for (RunResult result : results) {
            BenchmarkParams with = result.getParams();
            double nanoseconds = result.getPrimaryResult().getScore();
            if (with.getBenchmark().endsWith("text")) {
                double megabytesPerSecond = FilterBench.Text.characters() / nanoseconds * 1_000;
                System.out.printf("text, %-10s %,8.0f MB/s%n", with.getParam("where"), megabytesPerSecond);
            } else {
                int size = Integer.parseInt(with.getParam("size"));
                arguments.computeIfAbsent(name(with), _ -> new TreeMap<>()).put(size, nanoseconds / size);
            }
        }
        arguments.forEach(FilterFigures::print);
    }

    private static String name(BenchmarkParams with) {
        String piece = with.getParam("piece");
        return "argument, " + with.getParam("type") + (piece.equals("0") ? ", whole" : ", pieces of " + piece);
    }

    private static void print(String name, Map<Integer, Double> perCharacter) {
        perCharacter.forEach((size, cost) -> System.out.printf("%-32s %,10d %6.2f ns/char%n", name, size, cost));
        double least = perCharacter.values().iterator().next();
        double most = perCharacter.values().stream().reduce((_, last) -> last).orElse(least);
        System.out.printf("%-32s      ratio %6.2f%n", name, most / least);
    }
}
