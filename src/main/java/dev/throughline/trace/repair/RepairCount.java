package dev.throughline.trace.repair;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// How often a request's answers were found in one way and their reasoning restored.
///
/// @param by how the answers were found
/// @param messages messages whose reasoning was restored
/// @param blocks reasoning blocks that were restored in them
public record RepairCount(Repair.By by, int messages, int blocks) {
    /// At most one of each way.
    public static List<RepairCount> of(List<Repair> repairs) {
        Map<Repair.By, RepairCount> counts = new EnumMap<>(Repair.By.class);
        repairs.forEach(repair ->
                counts.merge(repair.by(), new RepairCount(repair.by(), 1, repair.blocks()), RepairCount::plus));
        return List.copyOf(counts.values());
    }

    private static RepairCount plus(RepairCount some, RepairCount other) {
        return new RepairCount(some.by, some.messages + other.messages, some.blocks + other.blocks);
    }
}
