package dev.throughline.prompt.api;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.render.GlmVersion;
import dev.throughline.render.mask.ModelProfile;
import dev.throughline.rest.Problem;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads the profile of a model: the one in a request, otherwise that of a built-in GLM template.
final class ProfileReader {
    private static final int MOST = 64;

    private ProfileReader() {}

    /// @param place JSON pointer to the render request in the body
    static Optional<ModelProfile> read(String place, RenderRequest order) {
        RenderRequest.@Nullable ProfileOrder profile = order.profile();
        if (profile == null) {
            return named(order.template()).map(ModelProfile::of);
        }
        List<String> headers = strings(place + "/profile/headers", profile.headers());
        List<String> stops = strings(place + "/profile/stops", profile.stops());
        return Optional.of(new ModelProfile(headers, stops, Optional.ofNullable(profile.callStop())));
    }

    private static Optional<GlmVersion> named(@Nullable JsonNode template) {
        return template == null
                ? Optional.empty()
                : GlmVersion.find(template.path("name").asText());
    }

    private static List<String> strings(String pointer, @Nullable List<@Nullable String> strings) {
        if (strings == null || strings.isEmpty() || strings.size() > MOST) {
            throw Problem.inField(pointer, "1 to " + MOST + " strings were expected.")
                    .exception();
        }
        if (strings.stream().anyMatch(each -> each == null || each.isEmpty())) {
            throw Problem.inField(pointer, "strings that are not empty were expected.")
                    .exception();
        }
        return List.copyOf(strings);
    }
}
