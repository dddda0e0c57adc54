package dev.throughline.run.report;

import java.nio.charset.StandardCharsets;

/// The compliance report for people.
/// @param isColoured whether a terminal that understands colours reads it
public record TextReport(boolean isColoured) implements ReportFormat {
    @Override
    public String label() {
        return "text";
    }

    @Override
    public String mediaType() {
        return "text/plain;charset=UTF-8";
    }

    @Override
    public String extension() {
        return "txt";
    }

    @Override
    public boolean isShown() {
        return true;
    }

    @Override
    public byte[] write(RunReport report) {
        return ReportText.of(report, isColoured).getBytes(StandardCharsets.UTF_8);
    }
}
