package dev.throughline.run.retention;

import dev.throughline.run.retention.DueRuns.DueRun;
import java.util.ArrayList;
import java.util.List;

/// Runs that are processed together: several small ones, or a single large one.
/// @param runs their ids
/// @param exchanges of the run that has most
record RunBatch(List<String> runs, int exchanges) {
    RunBatch {
        runs = List.copyOf(runs);
    }

    /// Splits runs into batches, keeping their order.
    /// @param limit maximum number of runs and of exchanges in a batch; a run with more forms its own batch
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
