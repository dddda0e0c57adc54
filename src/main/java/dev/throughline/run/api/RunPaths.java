package dev.throughline.run.api;

/// Paths, tags and media types of the API.
final class RunPaths {
    static final String RUNS = "/api/v1/runs";
    static final String RUNS_TAG = "Runs";
    static final String EVIDENCE_TAG = "Evidence";
    static final String SERVICE_TAG = "Service";
    static final String NDJSON = "application/x-ndjson";

    private RunPaths() {}
}
