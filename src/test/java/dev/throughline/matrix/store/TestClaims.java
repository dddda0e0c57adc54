package dev.throughline.matrix.store;

import dev.throughline.matrix.Claim;
import io.quarkus.test.junit.QuarkusMock;
import java.util.List;

/// Other claims than those of the project.
public final class TestClaims {
    private TestClaims() {}

    /// Lets the service have these and no others until the end of the test.
    public static void install(Claim... claims) {
        QuarkusMock.installMockForType(new ClaimCatalog(List.of(claims)), ClaimCatalog.class);
    }
}
