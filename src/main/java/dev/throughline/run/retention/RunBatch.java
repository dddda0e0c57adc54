package dev.throughline.run.retention;

import dev.throughline.run.retention.DueRuns.DueRun;
import java.util.ArrayList;
import java.util.List;

/// Runs that are worked on together: several small ones, or a large one by itself.
/// @param runs their ids
/// @param exchanges of the one that has most
record RunBatch(List<String> runs, int exchanges) {
    RunBatch {
        runs = List.copyOf(runs);
    }

    /// Cuts runs into batches in their order.
    /// @param limit exchanges in one batch, and runs; a run with more is a batch by itself
    static List<RunBatch> cut(List<DueRun> runs, int limit) {
        List<RunBatch> batches = new ArrayList<>();
        List<DueRun> batch = new ArrayList<>();
        int sum = 0;
        for (DueRun run : runs) {
            int size = Math.max(1, run.exchanges());
            if (!batch.isEmpty() && (long) sum + size > limit) {
                batches.add(of(batch));
                batch.clear();
                sum = 0;
            }
            batch.add(run);
            sum += size;
        }
        if (!batch.isEmpty()) {
            batches.add(of(batch));
        }
        return batches;
    }

    static RunBatch of(List<DueRun> runs) {
        return new RunBatch(
                runs.stream().map(DueRun::id).toList(),
                runs.stream().mapToInt(DueRun::exchanges).max().orElse(0));
    }
}
