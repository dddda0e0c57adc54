package dev.throughline.matrix.api;

import dev.throughline.matrix.Axis;
import dev.throughline.matrix.CellFilter;
import dev.throughline.matrix.Product;
import dev.throughline.matrix.store.CellStore;
import dev.throughline.matrix.store.ProductStore;
import dev.throughline.matrix.store.ReleaseStore;
import dev.throughline.rest.SettingName;
import dev.throughline.run.RunSettings.Client;
import dev.throughline.run.report.MeasuredRemedies;
import dev.throughline.run.report.Remedy;
import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.verdict.Capability;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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
    public Uni<List<Remedy>> of(Client client, Set<Capability> lost, ThinkingPolicy policy) {
        return productStore
                .find(client.name())
                .chain(found -> found.map(product -> measured(product, client, lost, policy))
                        .orElseGet(() -> Uni.createFrom().item(List.of())));
    }

    private Uni<List<Remedy>> measured(Product product, Client client, Set<Capability> lost, ThinkingPolicy policy) {
        CellFilter filter = CellFilter.all()
                .with(Axis.CLIENT, product.id())
                .with(Axis.POLICY, SettingName.of(policy))
                .with(Axis.GATEWAY, "")
                .with(Axis.BACKEND, "")
                .with(lost);
        return Uni.combine()
                .all()
                .unis(cellStore.find(filter, Optional.empty(), MOST_CELLS), releases.of(product))
                .with((page, history) -> new RemedyRules(product, client, lost, history).of(page.cells()));
    }
}
