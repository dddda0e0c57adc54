package dev.throughline.run;

/// The backend that a request was sent to.
///
/// @param name the backend's name in the settings
/// @param model the backend's name for the model; clients may have asked for another
/// @param reasoningState where the reasoning of its answer was found: `unseen`, `parsed`, `inline`,
///     `likely-prefilled`, `prefilled`, `absent`
public record SelectedBackend(String name, String model, String reasoningState) {}
