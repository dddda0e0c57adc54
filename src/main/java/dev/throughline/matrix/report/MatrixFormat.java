package dev.throughline.matrix.report;

import dev.throughline.export.FileFormat;
import java.util.List;

/// A form in which cells of the matrix can be had. Pure: the same page gives the same bytes.
public sealed interface MatrixFormat extends FileFormat
        permits JsonMatrix, JsonLinesMatrix, JUnitMatrix, SarifMatrix, CsvMatrix, HtmlMatrix {

    /// All of them; the first one is for those who do not choose.
    List<MatrixFormat> ALL = List.of(
            new JsonMatrix(),
            new JsonLinesMatrix(),
            new JUnitMatrix(),
            new SarifMatrix(),
            new CsvMatrix(),
            new HtmlMatrix());

    /// The cells in this form.
    byte[] write(MatrixPage page);
}
