package dev.throughline.harness.recipe;

import java.util.List;

/// Where a client's program or library comes from.
public sealed interface ProgramSource {
    /// It in a readable form, such as `npm:opencode-ai`.
    String label();

    /// A package of the npm registry.
    record Npm(String name) implements ProgramSource {
        @Override
        public String label() {
            return "npm:" + name;
        }
    }

    /// A package of the Python Package Index, installed into its own virtual environment.
    record Python(String name) implements ProgramSource {
        @Override
        public String label() {
            return "pypi:" + name;
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
