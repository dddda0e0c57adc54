package dev.throughline.pages.matrix;

import dev.throughline.matrix.api.MatrixTable.Slot;
import dev.throughline.pages.VerdictMark;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import java.util.Collection;
import java.util.List;

/// A page of the newest measured version of every client, and what it preserves.
///
/// @param maps all clients at a glance, on the first page only
/// @param sections by what stands between the client and the model
/// @param reports what others reported, never counted
/// @param isWhole whether nothing was left out that no next page shows
/// @param next address of the next page, empty on the last
/// @param legend of what is shown
/// @param isKeyed whether the caller may also see what its own key measured
public record MatrixOverview(
        List<ClientMap> maps,
        List<Section> sections,
        List<FilterLinks> filters,
        List<ReportLine> reports,
        boolean isWhole,
        String next,
        MatrixLegend legend,
        boolean isKeyed) {
    /// Rows with the same kind of setting.
    public record Section(String title, String anchor, List<String> capabilities, List<OverviewRow> rows) {}

    /// A version with a dialect; where several cells match, the worst decides.
    ///
    /// @param address of all versions of the product
    /// @param through the gateway or backend, empty for none
    /// @param origins where it was measured
    /// @param variants of its recipe, with their reasoning
    public record OverviewRow(
            String product,
            String address,
            String version,
            String dialect,
            String through,
            List<String> origins,
            List<Slot> slots,
            List<VariantMark> variants) {}

    /// A variant of a recipe and whether reasoning is preserved with it.
    public record VariantMark(String name, String address, VerdictMark mark) {}

    /// The reports from elsewhere.
    /// @param link the source, if it is an address; else empty
    public record ReportLine(
            String product,
            String capability,
            VerdictMark mark,
            String text,
            String date,
            String source,
            String link) {}

    /// Explains the marks and columns of a page: those that are on it, no others.
    public record MatrixLegend(List<StatusMeaning> statuses, List<Capability> capabilities) {
        /// A status.
        public record StatusMeaning(VerdictMark mark, String text) {}

        static MatrixLegend of(Collection<Status> statuses, Collection<Capability> capabilities) {
            return new MatrixLegend(
                    statuses.stream()
                            .distinct()
                            .sorted()
                            .map(status -> new StatusMeaning(VerdictMark.of(status), meaning(status)))
                            .toList(),
                    capabilities.stream().distinct().sorted().toList());
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
    }
}
