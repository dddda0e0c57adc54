package dev.throughline.run.training;

import dev.throughline.trace.Observation;
import dev.throughline.trace.PlantedItem;

/// Reasoning that had to be returned and its outcome: the first request that did not carry it exactly, or
/// any request if all did.
///
/// @param observer number of that request
public record DueReasoning(int observer, PlantedItem item, Observation observation) {}
