package dev.throughline.gateway.proxy;

import dev.throughline.run.RecordedAnomaly;
import dev.throughline.trace.BlockSigner;
import dev.throughline.trace.repair.BlockSignatureResolver.Unresolved;
import java.util.List;

/// Records proofs of our form in a request that match no reasoning of its run.
final class UnresolvedSignatures {
    /// Maximum number of listed proofs per request.
    private static final int MOST = 32;

    private UnresolvedSignatures() {}

    /// `unknown-signature` for a proof that this run never issued (altered, forged, of another run),
    /// `unresolved-signature` for one whose reasoning is not recorded; the detail is its JSON pointer.
    static List<RecordedAnomaly> anomalies(List<Unresolved> unresolved, BlockSigner signer) {
        return unresolved.stream()
                .limit(MOST)
                .map(one -> new RecordedAnomaly(
                        signer.isIssued(one.signature()) ? "unresolved-signature" : "unknown-signature", 0, one.path()))
                .toList();
    }
}
