package dev.throughline.run.training;

import dev.throughline.trace.Observation;
import dev.throughline.trace.PlantedItem;

/// Reasoning that had to come back, and what became of it: the first request that did not carry it
/// exactly, or any request where all did.
///
/// @param observer number of that request
public record DueReasoning(int observer, PlantedItem item, Observation observation) {}
