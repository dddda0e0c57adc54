package dev.throughline.cli.matrix;

import dev.throughline.cli.service.QueryStringBuilder;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/// The options that select cells of the matrix.
final class MatrixFilters {
    @Option(names = "--client", paramLabel = "NAME", description = "Client or SDK under test.")
    private Optional<String> client = Optional.empty();

    @Option(names = "--client-version", paramLabel = "V", description = "Its version.")
    private Optional<String> clientVersion = Optional.empty();

    @Option(names = "--variant", paramLabel = "V", description = "Variant of its recipe.")
    private Optional<String> variant = Optional.empty();

    @Option(
            names = "--sdk",
            paramLabel = "P",
            description = "Packages that it loads, as a cell names them, for example ai@6.0.1.")
    private Optional<String> sdk = Optional.empty();

    @Option(
            names = "--reasoning-field",
            paramLabel = "F",
            description = "Where chat answers carried reasoning, for example reasoning_details; empty for"
                    + " reasoning_content.")
    private Optional<String> reasoningField = Optional.empty();

    @Option(names = "--model", paramLabel = "M", description = "Model id that the client is configured with.")
    private Optional<String> model = Optional.empty();

    @Option(names = "--backend", paramLabel = "NAME", description = "Backend that answers.")
    private Optional<String> backend = Optional.empty();

    @Option(names = "--backend-version", paramLabel = "V", description = "Its version.")
    private Optional<String> backendVersion = Optional.empty();

    @Option(names = "--gateway", paramLabel = "NAME", description = "Gateway between client and backend.")
    private Optional<String> gateway = Optional.empty();

    @Option(names = "--dialect", paramLabel = "D", description = "openai-chat, anthropic or responses.")
    private Optional<String> dialect = Optional.empty();

    @Option(names = "--scenario", paramLabel = "S", description = "Scenario of the stub, or probe.")
    private Optional<String> scenario = Optional.empty();

    @Option(
            names = "--vendor",
            paramLabel = "PROFILE",
            description = "Vendor as which the stub answered, for example deepseek:v4; without it, of such runs only"
                    + " ACCEPTED is listed.")
    private Optional<String> vendor = Optional.empty();

    @Option(names = "--policy", paramLabel = "P", description = "preserved or interleaved.")
    private Optional<String> policy = Optional.empty();

    @Option(names = "--streaming", paramLabel = "S", description = "stream, whole or mixed.")
    private Optional<String> streaming = Optional.empty();

    @Option(names = "--capability", paramLabel = "C", split = ",", description = "For example THINK; repeatable.")
    private List<String> capabilities = List.of();

    @Option(names = "--status", paramLabel = "S", split = ",", description = "For example BROKEN; repeatable.")
    private List<String> statuses = List.of();

    @Option(names = "--min-confidence", paramLabel = "C", description = "low, medium or high.")
    private Optional<String> minConfidence = Optional.empty();

    @Option(
            names = "--as-of",
            paramLabel = "TIME",
            description = "Show the matrix as of this time, for example 2026-01-24.")
    private Optional<String> asOf = Optional.empty();

    @Option(
            names = "--count-traffic",
            description = "Count cells of live traffic like those measured on purpose, also in JUnit and SARIF.")
    private boolean countTraffic;

    @Option(
            names = "--all-versions",
            description = "Also older versions of each product, and what was measured through gateways; default when a"
                    + " client, a version or a time is given.")
    private boolean allVersions;

    @Option(names = "--limit", paramLabel = "N", description = "Number of cells, 1 to 500 (default: all).")
    private Optional<Integer> limit = Optional.empty();

    /// Whether a limited number of cells was requested.
    boolean isOnePage() {
        return limit.isPresent();
    }

    private boolean isNewest() {
        return !allVersions
                && Stream.of(client, clientVersion, sdk, backendVersion, asOf).noneMatch(Optional::isPresent);
    }

    /// @param most number of cells of a page, unless a limit was given
    QueryStringBuilder query(int most) {
        return new QueryStringBuilder()
                .add("client", client)
                .add("clientVersion", clientVersion)
                .add("variant", variant)
                .add("sdk", sdk)
                .add("reasoningField", reasoningField)
                .add("model", model)
                .add("backend", backend)
                .add("backendVersion", backendVersion)
                .add("gateway", isNewest() ? Optional.of(gateway.orElse("")) : gateway)
                .add("dialect", dialect)
                .add("scenario", scenario)
                .add("vendor", vendor)
                .add("policy", policy)
                .add("streaming", streaming)
                .add("capability", capabilities)
                .add("status", statuses)
                .add("minConfidence", minConfidence)
                .add("asOf", asOf)
                .add("countTraffic", countTraffic ? Optional.of("true") : Optional.empty())
                .add("latest", isNewest() ? Optional.of("true") : Optional.empty())
                .add("limit", Integer.toString(limit.orElse(most)));
    }
}
