package dev.throughline.matrix.api;

import dev.throughline.matrix.Axis;
import dev.throughline.matrix.CellFilter;
import dev.throughline.matrix.Product;
import dev.throughline.matrix.store.CellStore;
import dev.throughline.matrix.store.ProductStore;
import dev.throughline.matrix.store.ReleaseStore;
import dev.throughline.rest.SettingName;
import dev.throughline.run.report.MeasuredRemedies;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;

/// Reads the cells of a client for its remedies.
@ApplicationScoped
class MatrixRemedies implements MeasuredRemedies {
    private static final int MOST_CELLS = 2_000;

    private final CellStore cellStore;
    private final ProductStore productStore;
    private final ReleaseStore releases;

    MatrixRemedies(CellStore cellStore, ProductStore productStore, ReleaseStore releases) {
        this.cellStore = cellStore;
        this.productStore = productStore;
        this.releases = releases;
    }

    @Override
    public Uni<Found> of(Loss loss) {
        return productStore
                .find(loss.client().name())
                .chain(found -> found.map(product -> measured(product, loss))
                        .orElseGet(() -> Uni.createFrom().item(Found.NOTHING)));
    }

    private Uni<Found> measured(Product product, Loss loss) {
        CellFilter filter = CellFilter.all()
                .with(Axis.CLIENT, product.id())
                .with(Axis.POLICY, SettingName.of(loss.policy()))
                .with(Axis.GATEWAY, "")
                .with(Axis.BACKEND, "")
                .with(loss.capabilities());
        return Uni.combine()
                .all()
                .unis(cellStore.find(filter, Optional.empty(), MOST_CELLS), releases.of(product))
                .with((page, history) -> new RemedyRules(product, loss, history).of(page.cells()));
    }
}
