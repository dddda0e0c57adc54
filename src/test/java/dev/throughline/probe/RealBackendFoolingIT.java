package dev.throughline.probe;

import dev.throughline.trace.ThinkingPolicy;

/// What real clients do with the answers of a real backend, whose items have no trace tokens.
class RealBackendFoolingIT extends FoolingTheJudgeIT {
    @Override
    InProcessService service(String scenario, ThinkingPolicy thinkingPolicy) {
        return InProcessService.real(InProcessService.settings(scenario), thinkingPolicy);
    }
}
