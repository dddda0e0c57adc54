package dev.throughline.matrix.api;

import dev.throughline.export.FileFormat;
import java.util.List;

/// An output format of matrix cells. Pure: the same page yields the same bytes.
public sealed interface MatrixFormat extends FileFormat
        permits JsonMatrix, JsonLinesMatrix, JUnitMatrix, SarifMatrix, CsvMatrix, HtmlMatrix {
    /// All formats; the first is the default.
    List<MatrixFormat> ALL = List.of(
            new JsonMatrix(),
            new JsonLinesMatrix(),
            new JUnitMatrix(),
            new SarifMatrix(),
            new CsvMatrix(),
            new HtmlMatrix());

    byte[] write(MatrixPage page);
}
