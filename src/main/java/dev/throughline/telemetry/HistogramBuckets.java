package dev.throughline.telemetry;

import java.time.Duration;
import java.util.stream.DoubleStream;

/// The bucket boundaries of the histograms. Source: OpenTelemetry GenAI conventions,
/// `ExplicitBucketBoundaries`.
final class HistogramBuckets {
    /// Of `gen_ai.server.request.duration` and `gen_ai.client.operation.duration`.
    static final Duration[] REQUEST =
            seconds(0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92);

    /// Of `gen_ai.server.time_to_first_token`.
    static final Duration[] FIRST_TOKEN =
            seconds(0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1.0, 2.5, 5.0, 7.5, 10.0);

    /// Of `gen_ai.server.time_per_output_token`.
    static final Duration[] PER_TOKEN =
            seconds(0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1.0, 2.5);

    /// For metrics specific to this service.
    static final Duration[] ADDED =
            seconds(0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0);

    /// Of `gen_ai.client.token.usage`. Unit: tokens.
    static final double[] TOKENS = {1, 4, 16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576, 4194304};

    private HistogramBuckets() {}

    private static Duration[] seconds(double... limits) {
        return DoubleStream.of(limits)
                .mapToObj(limit -> Duration.ofNanos(Math.round(limit * 1e9)))
                .toArray(Duration[]::new);
    }
}
