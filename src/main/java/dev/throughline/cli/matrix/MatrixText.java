package dev.throughline.cli.matrix;

import com.fasterxml.jackson.databind.JsonNode;

/// Formats cells of the matrix as text, in the order in which they come.
interface MatrixText {
    /// Adds a cell as the API has it.
    void add(JsonNode cell);

    String text();
}
