package dev.throughline.backend;

/// The family of model that a backend runs; decides whether its answers are filtered.
public enum Family {
    /// GLM-4.5 and 4.6.
    GLM_4_5("glm-4.5"),
    GLM_4_7("glm-4.7"),
    /// GLM-5, 5.1 and 5.2.
    GLM_5("glm-5"),
    GLM_5_3("glm-5.3"),
    /// Not GLM: answers pass through byte for byte.
    OTHER("other"),
    /// By the name of the model that a request asks for.
    AUTO("auto");

    private final String id;

    Family(String id) {
        this.id = id;
    }

    /// The name used in settings.
    public String id() {
        return id;
    }

    /// Whether answers of this model are filtered.
    /// @param model the name in the request; decides for AUTO: GLM when it contains `glm`, in any case
    public boolean isGlm(String model) {
        return switch (this) {
            case GLM_4_5, GLM_4_7, GLM_5, GLM_5_3 -> true;
            case OTHER -> false;
            case AUTO -> model.toLowerCase(java.util.Locale.ROOT).contains("glm");
        };
    }
}
