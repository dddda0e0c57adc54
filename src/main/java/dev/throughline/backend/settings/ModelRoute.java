package dev.throughline.backend.settings;

/// The target of a model name: a backend, and the backend's name for the model.
public record ModelRoute(String backend, String model) {}
