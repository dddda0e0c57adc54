package dev.throughline.prompt;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.render.GlmVersion;
import dev.throughline.render.ModelProfile;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads the profile of a model: the one in a request, otherwise that of a built-in GLM template.
final class ProfileReader {
    private ProfileReader() {}

    static Optional<ModelProfile> read(RenderRequest order) {
        RenderRequest.@Nullable ProfileOrder profile = order.profile();
        if (profile == null) {
            return named(order.template()).map(ModelProfile::of);
        }
        return Optional.of(new ModelProfile(
                Objects.requireNonNull(profile.headers()),
                Objects.requireNonNull(profile.stops()),
                Optional.ofNullable(profile.callStop())));
    }

    private static Optional<GlmVersion> named(@Nullable JsonNode template) {
        return template == null
                ? Optional.empty()
                : GlmVersion.find(template.path("name").asText());
    }
}
