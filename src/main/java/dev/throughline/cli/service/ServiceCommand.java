package dev.throughline.cli.service;

import dev.throughline.cli.output.CliCommand;
import picocli.CommandLine.Mixin;

/// A command that asks a service: a running one, or one that it starts.
public abstract class ServiceCommand extends CliCommand {
    @Mixin
    protected ServiceOption service = new ServiceOption();
}
