package dev.throughline.run.report;

import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/// The items of one kind that had to come back.
@Schema(description = "The items of one kind that had to be returned, and those that were not.")
public record CategoryTally(List<String> tokens, List<String> missing) {
    public CategoryTally {
        tokens = List.copyOf(tokens);
        missing = List.copyOf(missing);
    }
}
