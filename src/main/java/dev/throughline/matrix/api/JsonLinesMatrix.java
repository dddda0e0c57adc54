package dev.throughline.matrix.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.export.FileKind;
import dev.throughline.export.JsonLines;
import dev.throughline.verdict.SuiteVersion;
import java.util.TreeMap;

/// The cells as JSON lines: a header, a line per cell, and a footer with the counts by status, the cursor
/// of the next page if there is one, and a digest.
public record JsonLinesMatrix() implements MatrixFormat {
    private static final int VERSION = 1;

    @Override
    public FileKind kind() {
        return FileKind.JSONL;
    }

    @Override
    public byte[] write(MatrixPage page) {
        ObjectNode header = MatrixJsonWriter.object().put("suiteVersion", SuiteVersion.VERSION);
        if (page.asOf() != null) {
            header.put("asOf", page.asOf().toString());
        }
        JsonLines file = JsonLines.begin("matrix", VERSION, header);
        var counts = new TreeMap<String, Integer>();
        page.cells().forEach(cell -> {
            file.line("cell", cell);
            counts.merge(cell.status().name(), 1, Integer::sum);
        });
        ObjectNode footer = MatrixJsonWriter.object();
        footer.set("statuses", MatrixJsonWriter.tree(counts));
        if (page.next() != null) {
            footer.put("next", page.next());
        }
        return file.end(footer);
    }
}
