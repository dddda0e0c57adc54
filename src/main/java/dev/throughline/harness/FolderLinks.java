package dev.throughline.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Makes an installed folder available at another path.
final class FolderLinks {
    private FolderLinks() {}

    /// Rewrites absolute links inside a moved folder to its new location. Install scripts create such
    /// links: opencode 0.5.29 and 1.0.0 link their program this way.
    static void follow(Path before, Path now) throws IOException {
        List<Path> links;
        try (Stream<Path> all = Files.walk(now)) {
            links = all.filter(Files::isSymbolicLink).toList();
        }
        for (Path link : links) {
            Path target = Files.readSymbolicLink(link);
            if (target.startsWith(before)) {
                Files.delete(link);
                Files.createSymbolicLink(link, now.resolve(before.relativize(target)));
            }
        }
    }

    static void link(Path existing, Path place) {
        try {
            Files.createDirectories(place.getParent());
            Files.createSymbolicLink(place, existing);
        } catch (IOException e) {
            throw new HarnessException("the package could not be linked at " + place + ": " + e.getMessage());
        }
    }
}
