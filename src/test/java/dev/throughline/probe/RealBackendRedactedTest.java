package dev.throughline.probe;

import dev.throughline.stub.StubSettings;
import dev.throughline.trace.Policy;

/// Unreadable blocks of a real backend must come back too.
class RealBackendRedactedTest extends RedactedThinkingTest {
    @Override
    PaperService service(StubSettings settings) {
        return PaperService.real(settings, Policy.PRESERVED);
    }
}
