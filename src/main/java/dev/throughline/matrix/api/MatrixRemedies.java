package dev.throughline.matrix.api;

import dev.throughline.matrix.Axis;
import dev.throughline.matrix.CellFilter;
import dev.throughline.matrix.MatrixSnapshot;
import dev.throughline.matrix.Product;
import dev.throughline.matrix.store.Matrix;
import dev.throughline.rest.SettingName;
import dev.throughline.run.report.MeasuredRemedies;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;

/// Finds remedies among the cells of a client.
@ApplicationScoped
class MatrixRemedies implements MeasuredRemedies {
    private final Matrix matrix;

    MatrixRemedies(Matrix matrix) {
        this.matrix = matrix;
    }

    @Override
    public Uni<Found> of(Loss loss) {
        return matrix.now()
                .map(now -> now.product(loss.client().name())
                        .map(product -> measured(product, loss, now))
                        .orElse(Found.NOTHING));
    }

    private static Found measured(Product product, Loss loss, MatrixSnapshot now) {
        CellFilter filter = CellFilter.all()
                .with(Axis.CLIENT, product.id())
                .with(Axis.POLICY, SettingName.of(loss.policy()))
                .with(Axis.GATEWAY, "")
                .with(Axis.BACKEND, "")
                .with(loss.capabilities());
        return new RemedyRules(product, loss, now.releases(product.id())).of(now.cells(filter));
    }
}
