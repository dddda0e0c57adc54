package dev.throughline.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Makes an installed folder appear at another place.
final class Links {
    private Links() {}

    static void link(Path existing, Path place) {
        try {
            Files.createDirectories(place.getParent());
            Files.createSymbolicLink(place, existing);
        } catch (IOException e) {
            throw new HarnessException("the package could not be put at " + place + ": " + e.getMessage());
        }
    }
}
