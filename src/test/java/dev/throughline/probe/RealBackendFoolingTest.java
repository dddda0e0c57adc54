package dev.throughline.probe;

import dev.throughline.trace.Policy;

/// What real clients do with the answers of a real backend, whose items have no trace tokens.
class RealBackendFoolingTest extends FoolingTheJudgeTest {
    @Override
    PaperService service(String scenario, Policy policy) {
        return PaperService.real(PaperService.settings(scenario), policy);
    }
}
