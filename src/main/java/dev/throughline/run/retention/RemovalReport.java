package dev.throughline.run.retention;

import dev.throughline.run.RetentionStep;
import java.time.Instant;

/// What one step removed, or would remove.
///
/// @param before runs that were sealed before this are due
/// @param runs runs from which this step removes something
/// @param rows rows deleted individually
/// @param bytes size of those rows
/// @param partitions daily token partitions that are dropped as a whole
/// @param partitionBytes their size on disk, including indexes
public record RemovalReport(
        RetentionStep step, Instant before, long runs, long rows, long bytes, long partitions, long partitionBytes) {

    static RemovalReport none(RetentionStep step, Instant before) {
        return new RemovalReport(step, before, 0, 0, 0, 0, 0);
    }

    RemovalReport plusRuns(long more) {
        return new RemovalReport(step, before, runs + more, rows, bytes, partitions, partitionBytes);
    }

    RemovalReport plusRows(long moreRows, long moreBytes) {
        return new RemovalReport(step, before, runs, rows + moreRows, bytes + moreBytes, partitions, partitionBytes);
    }

    RemovalReport plusPartition(long size) {
        return new RemovalReport(step, before, runs, rows, bytes, partitions + 1, partitionBytes + size);
    }

    /// Whether it is empty.
    public boolean isEmpty() {
        return runs == 0 && rows == 0 && partitions == 0;
    }
}
