package dev.throughline.harness.probe;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.text.Json;
import dev.throughline.verdict.Status;

final class BackendReportJson {
    private BackendReportJson() {}

    static ObjectNode of(BackendReport report) {
        ObjectNode json = Json.TREES.createObjectNode().put("url", report.url()).put("model", report.model());
        json.put("kind", report.kind().id());
        ObjectNode product = json.putObject("product");
        report.serverIdentity().shown().forEach(product::put);
        report.product()
                .ifPresent(known ->
                        json.putObject("backend").put("name", known.name()).put("version", known.version()));
        report.serverIdentity().template().ifPresent(template -> json.put("template", template));
        ObjectNode dialects = json.putObject("dialects");
        report.dialects()
                .forEach(result -> dialect(dialects.putObject(result.dialect().id()), result));
        ArrayNode findings = json.putArray("findings");
        report.findings().forEach(finding -> finding(findings.addObject(), finding));
        ObjectNode settings = json.putObject("settings");
        report.settings().forEach(settings::put);
        capabilities(json.putObject("capabilities"), report);
        return json.put("verdict", report.verdict().name())
                .put("assessment", report.verdict() + ": " + report.assessment())
                .put("requests", report.requests())
                .put("seconds", report.took().toMillis() / 1000.0);
    }

    private static void capabilities(ObjectNode json, BackendReport report) {
        ObjectNode think = json.putObject("THINK")
                .put("status", report.think().name())
                .put("withinTurn", scope(report, true).name())
                .put("acrossTurns", scope(report, false).name());
        ArrayNode outcomes = think.putArray("outcomes");
        report.best().ifPresent(best -> best.outcomes().forEach(outcome -> outcomes.add(outcome.name())));
        json.putObject("STREAM").put("status", report.form().name());
        json.putObject("MARKUP").put("status", report.markup().name());
    }

    private static Status scope(BackendReport report, boolean isWithin) {
        return report.best()
                .map(best -> isWithin ? best.within() : best.across())
                .orElse(Status.INCONCLUSIVE);
    }

    private static void finding(ObjectNode json, Finding finding) {
        json.put("kind", finding.kind().name())
                .put("weight", finding.kind().weight().name());
        finding.dialect().ifPresent(dialect -> json.put("dialect", dialect.id()));
        json.put("detail", finding.detail());
    }

    private static void dialect(ObjectNode json, DialectResult result) {
        switch (result) {
            case DialectResult.Absent(ServerDialect dialect, String reason) ->
                json.put("answers", false).put("reason", reason);
            case DialectResult.Silent(ServerDialect dialect, DialectSupport.Fault fault) ->
                json.put("answers", false).put("reason", fault.kind() + ": " + fault.detail());
            case DialectResult.Probed probed -> {
                json.put("answers", true);
                emission(json.putObject("emits"), probed);
                history(json.putObject("history"), probed.history());
                json.put("contentArrays", probed.arrays().name());
            }
        }
    }

    private static void emission(ObjectNode json, DialectResult.Probed probed) {
        EmissionEvidence emissionEvidence = probed.emission();
        emissionEvidence.whole().forEach(json.putArray("whole")::add);
        emissionEvidence.streamed().forEach(json.putArray("streaming")::add);
        json.put("calledTool", emissionEvidence.hasCalled()).put("answers", emissionEvidence.answers());
        json.put("enableThinkingFalse", probed.silencing().name());
        BackendCheckSubmission.quality(json.putObject("quality"), emissionEvidence.calls());
    }

    private static void history(ObjectNode json, HistoryEvidence history) {
        json.put("proof", history.proof().name());
        history.failed().forEach(json.putArray("notAvailable")::add);
        ArrayNode candidates = json.putArray("fields");
        for (PlacementResult placementResult : history.candidates()) {
            ObjectNode field = candidates
                    .addObject()
                    .put("field", placementResult.placement().label());
            reach(field.putObject("withinTurn"), placementResult.within());
            reach(field.putObject("acrossTurns"), placementResult.across());
            placementResult
                    .kept()
                    .ifPresent(kept -> reach(
                            field.putObject("acrossTurnsKept")
                                    .put("by", kept.by().label()),
                            kept.reach()));
        }
        history.best().ifPresent(best -> json.put("best", best.placement().label()));
        history.whiteSpace().ifPresent(found -> {
            ObjectNode space = json.putObject("whiteSpace");
            reach(space.putObject("ends"), found.ends());
            reach(space.putObject("inside"), found.inside());
        });
        history.switches().ifPresent(switches -> switches(json.putObject("switches"), switches));
    }

    private static void switches(ObjectNode json, HistoryEvidence.Switches switches) {
        reach(json.putObject("clearThinkingFalse"), switches.keeping());
        reach(json.putObject("clearThinkingTrue"), switches.clearing());
        ObjectNode off = reach(json.putObject("enableThinkingFalse"), switches.notThinking());
        switches.changesPrompt().ifPresent(changes -> off.put("changesPrompt", changes));
    }

    private static ObjectNode reach(ObjectNode json, ReasoningReach reasoningReach) {
        reasoningReach.outcome().ifPresent(outcome -> json.put("outcome", outcome.name()));
        return json.put("status", reasoningReach.status().name()).put("measured", reasoningReach.numbers());
    }
}
