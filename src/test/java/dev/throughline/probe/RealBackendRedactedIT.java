package dev.throughline.probe;

import dev.throughline.stub.StubSettings;
import dev.throughline.trace.ThinkingPolicy;

/// Unreadable blocks of a real backend must come back too.
class RealBackendRedactedIT extends RedactedThinkingIT {
    @Override
    InProcessService service(StubSettings settings) {
        return InProcessService.real(settings, ThinkingPolicy.PRESERVED);
    }
}
