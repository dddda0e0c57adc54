package dev.throughline.wire.body;

import java.util.List;

/// Where the last elements of a body's history end.
///
/// @param ends offsets behind them, ascending, at least one
/// @param closing offset of the bracket behind them
public record HistoryEnds(List<Integer> ends, int closing) {
    public HistoryEnds {
        ends = List.copyOf(ends);
    }
}
