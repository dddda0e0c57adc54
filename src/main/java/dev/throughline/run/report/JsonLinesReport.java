package dev.throughline.run.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.export.FileKind;
import dev.throughline.export.JsonLines;
import dev.throughline.verdict.SuiteVersion;

/// The report as JSON lines: a header, a line per item, a footer with the counts and a digest.
public record JsonLinesReport() implements ReportFormat {
    private static final int VERSION = 1;

    @Override
    public FileKind kind() {
        return FileKind.JSONL;
    }

    @Override
    public byte[] write(RunReport report) {
        JsonLines file = JsonLines.begin("run-report", VERSION, header(report));
        report.items().forEach(item -> file.line("item", item));
        return file.end(footer(report));
    }

    private static ObjectNode header(RunReport report) {
        ObjectNode header = JsonReport.object().put("run", report.run()).put("suiteVersion", SuiteVersion.VERSION);
        header.put("created", report.created().toString())
                .put("state", report.state().name())
                .put("label", report.label())
                .put("mode", report.mode())
                .put("policy", report.policy());
        if (report.client() != null) {
            header.set("client", JsonReport.tree(report.client()));
        }
        if (report.scenario() != null) {
            header.put("scenario", report.scenario());
        }
        if (report.proxy() != null) {
            header.put("backend", report.proxy().backend());
        }
        return header;
    }

    private static ObjectNode footer(RunReport report) {
        ObjectNode footer = JsonReport.object()
                .put("exchanges", report.exchanges())
                .put("total", report.total())
                .put("returned", report.returned())
                .put("missing", report.missingCount())
                .put("verdict", report.verdict().name())
                .put("assessment", report.assessment());
        ObjectNode capabilities = footer.putObject("capabilities");
        report.capabilities()
                .forEach((capability, tally) -> capabilities.set(capability.name(), JsonReport.tree(tally)));
        return footer;
    }
}
