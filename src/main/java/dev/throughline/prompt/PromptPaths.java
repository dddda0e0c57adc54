package dev.throughline.prompt;

/// Paths and the tag of the API.
public final class PromptPaths {
    static final String RENDER = "/api/v1/render";
    static final String TEMPLATES = "/api/v1/templates";
    public static final String TAG = "Prompts";

    private PromptPaths() {}
}
