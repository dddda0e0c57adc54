package dev.throughline.pages;

import dev.throughline.matrix.VersionChanges;
import dev.throughline.matrix.VersionChanges.VersionChange;
import dev.throughline.matrix.store.Matrix;
import dev.throughline.pages.HomeContent.ChangeLine;
import dev.throughline.text.UrlText;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;

/// Words what newest versions keep better or worse than those before.
@ApplicationScoped
class HomeChanges {
    private static final int MOST = 8;

    private final Matrix matrix;

    HomeChanges(Matrix matrix) {
        this.matrix = matrix;
    }

    Uni<List<ChangeLine>> read() {
        return matrix.now()
                .map(now -> VersionChanges.of(now, MOST).stream()
                        .map(HomeChanges::line)
                        .toList());
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
                "/matrix/compare?from=" + UrlText.query(change.client() + "@" + change.before()) + "&to="
                        + UrlText.query(change.client() + "@" + change.version()));
    }
}
