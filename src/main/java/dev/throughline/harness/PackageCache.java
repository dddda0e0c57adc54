package dev.throughline.harness;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.harness.recipe.Recipe;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The packages of one ecosystem: what its registry has of them, and their installations, each of which is made once
/// per version and what is installed beside it. The user's settings of the ecosystem's own tool say which registry it
/// is.
public interface PackageCache {
    /// The number of a version, or of the `latest` one.
    /// @throws HarnessException if the registry does not know it
    String resolve(String name, String version);

    /// The registry's data on a package: `versions`, oldest first; as far as it is known `time`, the moment at which
    /// each was published, and `repository`.
    /// @throws HarnessException if the registry does not know the package
    JsonNode published(String name);

    /// The versions of the packages installed beside one that take part in what is measured, each as `NAME@VERSION`.
    List<String> beside(Wanted wanted);

    /// Installs a package unless it is already.
    /// @return what a client is started with
    Installed install(Wanted wanted);

    /// A package with what is installed together with it.
    ///
    /// @param peers further packages
    /// @param boms Maven's lists of versions, each as `GROUP:ARTIFACT:VERSION`
    /// @param binary the program's name in the package; empty for a library
    /// @param sources what is compiled against it: the names of files with their texts
    record Wanted(
            String name,
            String version,
            List<Recipe.Peer> peers,
            List<String> boms,
            Optional<String> binary,
            Map<String, String> sources) {
        public Wanted {
            peers = List.copyOf(peers);
            boms = List.copyOf(boms);
            // In order, since installations are named by them.
            sources = Collections.unmodifiableSortedMap(new TreeMap<>(sources));
        }

        /// Whether a package is one of its peers that take part in what is measured.
        boolean takesPart(String packageName) {
            return peers.stream()
                    .anyMatch(peer -> peer.takesPart() && peer.name().equals(packageName));
        }
    }

    /// An installed package.
    ///
    /// @param binary its program: of a library for Python the interpreter, of one for Java or Go what was compiled
    /// @param modules the `node_modules` of a library of npm
    record Installed(Optional<String> binary, Optional<Path> modules) {
        static Installed program(Path program) {
            return new Installed(Optional.of(program.toString()), Optional.empty());
        }
    }
}
