package dev.throughline.run.report;

import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/// Counts of the items of one kind that the client had to return.
@Schema(description = "The items of one kind that had to come back, and those of them that did not.")
public record CategoryTally(List<String> tokens, List<String> missing) {
    public CategoryTally {
        tokens = List.copyOf(tokens);
        missing = List.copyOf(missing);
    }
}
