package dev.throughline.backend.settings;

/// Where a model's name leads: a backend, and the name that it knows the model by.
public record ModelRoute(String backend, String model) {}
