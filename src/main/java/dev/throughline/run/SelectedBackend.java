package dev.throughline.run;

/// The backend that a request was sent to.
///
/// @param name the backend's name in the settings
/// @param model the name that it knows the model by; clients may have asked for another
/// @param reasoningState where the reasoning of its answer was looked for: `unseen`, `parsed`, `inline`,
///     `likely-prefilled`, `prefilled`, `absent`
public record SelectedBackend(String name, String model, String reasoningState) {}
