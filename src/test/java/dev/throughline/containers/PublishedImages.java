package dev.throughline.containers;

import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.ImageNameSubstitutor;

/// Runs what is built from these sources where an example of the documentation names the published image, and the
/// PostgreSQL that the environment names. `testcontainers.properties` names this class.
public final class PublishedImages extends ImageNameSubstitutor {
    static final String SERVICE = "ghcr.io/throughline-dev/throughline";
    static final String POSTGRES = "postgres:17";

    @Override
    public DockerImageName apply(DockerImageName image) {
        if (image.asCanonicalNameString().startsWith(SERVICE + ":")) {
            return Images.service();
        }
        return image.asCanonicalNameString().equals(POSTGRES) ? Images.postgres() : image;
    }

    @Override
    protected String getDescription() {
        return "the images of these sources";
    }
}
