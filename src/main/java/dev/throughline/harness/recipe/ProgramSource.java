package dev.throughline.harness.recipe;

import java.util.List;

/// Where a client's program or library comes from.
public sealed interface ProgramSource {
    /// It in a readable form, such as `npm:opencode-ai`.
    String label();

    /// A package of a registry.
    record Package(Ecosystem ecosystem, String name) implements ProgramSource {
        @Override
        public String label() {
            return ecosystem + ":" + name;
        }
    }

    /// A program that is there already.
    ///
    /// @param path its path, or a name on the PATH
    /// @param version the arguments with which it prints its version; empty if it cannot
    record Executable(String path, List<String> version) implements ProgramSource {
        public Executable {
            version = List.copyOf(version);
        }

        @Override
        public String label() {
            return path;
        }
    }
}
