package dev.throughline.backend.settings;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The model family of a backend; decides whether its answers are filtered.
public enum ModelFamily {
    /// GLM-4.5 and 4.6.
    GLM_4_5("glm-4.5"),
    GLM_4_7("glm-4.7"),
    /// GLM-5, 5.1 and 5.2.
    GLM_5("glm-5"),
    GLM_5_3("glm-5.3"),
    /// Not GLM: answers pass through byte for byte.
    OTHER("other"),
    /// Decided by the model name in a request.
    AUTO("auto");

    /// A version in a model's name, as in `zai-org/GLM-4.7-FP8`, `glm4p7` or `glm-5`.
    private static final Pattern VERSION = Pattern.compile("glm[-_]?(\\d{1,2})(?:[.p_-](\\d)(?![\\db]))?(?![\\db])");

    private final String id;

    ModelFamily(String id) {
        this.id = id;
    }

    /// The name used in settings.
    public String id() {
        return id;
    }

    /// Whether answers of this model are filtered.
    /// @param model the name in the request; decides for AUTO: GLM if it contains `glm`, in any case
    public boolean isGlm(String model) {
        return switch (this) {
            case GLM_4_5, GLM_4_7, GLM_5, GLM_5_3 -> true;
            case OTHER -> false;
            case AUTO -> model.toLowerCase(Locale.ROOT).contains("glm");
        };
    }

    /// Whether the model's chat template opens the reasoning unless thinking is off, so that the content from a
    /// server without parsers begins inside it. Source: the public templates of GLM-4.7, 5, 5.1, 5.2 and 5.3.
    /// @param model the name in the request; decides for AUTO, if it has a version
    public boolean prefillsReasoning(String model) {
        return switch (this) {
            case GLM_4_7, GLM_5, GLM_5_3 -> true;
            case GLM_4_5, OTHER -> false;
            case AUTO -> {
                Matcher version = VERSION.matcher(model.toLowerCase(Locale.ROOT));
                yield version.find() && isSince47(version);
            }
        };
    }

    /// The GLM version whose template the model has (`glm-4.7`), if known.
    /// @param model the backend's name for it; decides for AUTO, if it has a version
    public Optional<String> version(String model) {
        return switch (this) {
            case GLM_4_5, GLM_4_7, GLM_5, GLM_5_3 -> Optional.of(id);
            case OTHER -> Optional.empty();
            case AUTO -> {
                Matcher version = VERSION.matcher(model.toLowerCase(Locale.ROOT));
                yield version.find()
                        ? Optional.of("glm-" + Integer.parseInt(version.group(1))
                                + Optional.ofNullable(version.group(2))
                                        .filter(minor -> !minor.equals("0"))
                                        .map(minor -> "." + minor)
                                        .orElse(""))
                        : Optional.empty();
            }
        };
    }

    private static boolean isSince47(Matcher version) {
        int major = Integer.parseInt(version.group(1));
        String minor = version.group(2);
        return major > 4 || major == 4 && minor != null && Integer.parseInt(minor) >= 7;
    }
}
