package dev.throughline.cli;

import picocli.CommandLine.IVersionProvider;

/// Provides the program's version.
final class VersionProvider implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String built = Main.class.getPackage().getImplementationVersion();
        return new String[] {"throughline " + (built == null ? "development" : built)};
    }
}
