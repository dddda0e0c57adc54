package dev.throughline.backend.settings;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The model family of a backend; decides how its answers are filtered.
///
/// @param id its name in settings: one of those below, or the id of a described family (`Families`)
public record ModelFamily(String id) {
    /// GLM-4.5 and 4.6.
    public static final ModelFamily GLM_4_5 = new ModelFamily("glm-4.5");

    public static final ModelFamily GLM_4_7 = new ModelFamily("glm-4.7");
    /// GLM-5, 5.1 and 5.2.
    public static final ModelFamily GLM_5 = new ModelFamily("glm-5");

    public static final ModelFamily GLM_5_3 = new ModelFamily("glm-5.3");
    /// None: answers pass through byte for byte.
    public static final ModelFamily OTHER = new ModelFamily("other");
    /// Decided by the model name in a request.
    public static final ModelFamily AUTO = new ModelFamily("auto");

    /// Families that markers do not describe.
    public static final List<ModelFamily> BUILT_IN = List.of(GLM_4_5, GLM_4_7, GLM_5, GLM_5_3, OTHER, AUTO);

    private static final Pattern GLM_NAME = Pattern.compile("glm|(?:^|[-_/])laguna", Pattern.CASE_INSENSITIVE);

    /// A version in a model's name, as in `zai-org/GLM-4.7-FP8`, `glm4p7` or `glm-5`.
    private static final Pattern VERSION = Pattern.compile("glm[-_]?(\\d{1,2})(?:[.p_-](\\d)(?![\\db]))?(?![\\db])");

    /// Whether this model writes as GLM does.
    /// @param model the name in the request; decides for AUTO: GLM if it contains `glm`, or is a `laguna`, whose
    ///     calls are the same, in any case
    public boolean isGlm(String model) {
        return switch (id) {
            case "glm-4.5", "glm-4.7", "glm-5", "glm-5.3" -> true;
            case "auto" -> GLM_NAME.matcher(model).find();
            default -> false;
        };
    }

    /// Whether the model's chat template opens the reasoning unless thinking is off, so that the content from a
    /// server without parsers begins inside it. Source: the public templates of GLM-4.7, 5, 5.1, 5.2 and 5.3.
    /// @param model the name in the request; decides for AUTO, if it has a version
    public boolean prefillsReasoning(String model) {
        return switch (id) {
            case "glm-4.7", "glm-5", "glm-5.3" -> true;
            case "auto" -> {
                Matcher version = VERSION.matcher(model.toLowerCase(Locale.ROOT));
                yield version.find() && isSince47(version);
            }
            default -> false;
        };
    }

    /// The GLM version whose template the model has (`glm-4.7`), if known.
    /// @param model the backend's name for it; decides for AUTO, if it has a version
    public Optional<String> version(String model) {
        return switch (id) {
            case "glm-4.5", "glm-4.7", "glm-5", "glm-5.3" -> Optional.of(id);
            case "auto" -> {
                Matcher version = VERSION.matcher(model.toLowerCase(Locale.ROOT));
                yield version.find()
                        ? Optional.of("glm-" + Integer.parseInt(version.group(1))
                                + Optional.ofNullable(version.group(2))
                                        .filter(minor -> !minor.equals("0"))
                                        .map(minor -> "." + minor)
                                        .orElse(""))
                        : Optional.empty();
            }
            default -> Optional.empty();
        };
    }

    private static boolean isSince47(Matcher version) {
        int major = Integer.parseInt(version.group(1));
        String minor = version.group(2);
        return major > 4 || major == 4 && minor != null && Integer.parseInt(minor) >= 7;
    }
}
