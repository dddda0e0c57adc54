package dev.throughline.pages;

import dev.throughline.matrix.store.VersionChangeQuery;
import dev.throughline.matrix.store.VersionChangeQuery.VersionChange;
import dev.throughline.pages.HomeContent.ChangeLine;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Words what newest versions keep better or worse than those before.
@ApplicationScoped
class HomeChanges {
    private static final int MOST = 8;

    private final VersionChangeQuery changes;

    HomeChanges(VersionChangeQuery changes) {
        this.changes = changes;
    }

    Uni<List<ChangeLine>> read() {
        return changes.latest(MOST)
                .map(found -> found.stream().map(HomeChanges::line).toList());
    }

    private static ChangeLine line(VersionChange change) {
        VerdictMark mark = change.isWorse()
                ? new VerdictMark("regression", "↓", "bad")
                : new VerdictMark("newly mended", "↑", "good");
        return new ChangeLine(
                mark,
                change.client(),
                "%s in %s: %s since %s"
                        .formatted(change.capability(), change.dialect(), change.version(), change.before()),
                VerdictMark.of(change.previous()),
                VerdictMark.of(change.status()),
                "/matrix/compare?from=" + encoded(change.client() + "@" + change.before()) + "&to="
                        + encoded(change.client() + "@" + change.version()));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
