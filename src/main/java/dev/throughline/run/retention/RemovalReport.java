package dev.throughline.run.retention;

import dev.throughline.run.RetentionStep;
import java.time.Instant;

/// What one step removed, or would remove.
///
/// @param before runs that were sealed before this are due
/// @param runs runs that lose something for good in this step
/// @param rows rows deleted one by one
/// @param bytes what those rows hold
/// @param partitions days of tokens that are dropped as a whole
/// @param partitionBytes what they take on the disk, indexes included
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

    /// Whether there is nothing in it.
    public boolean isEmpty() {
        return runs == 0 && rows == 0 && partitions == 0;
    }
}
