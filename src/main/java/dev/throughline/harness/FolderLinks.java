package dev.throughline.harness;

import dev.throughline.harness.process.HarnessException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Makes an installed folder appear at another place.
final class FolderLinks {
    private FolderLinks() {}

    /// Points absolute links inside a folder that was moved to where it is now. Install scripts write such links:
    /// opencode 0.5.29 and 1.0.0 link their program so.
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
