package dev.throughline.harness.server;

import dev.throughline.harness.LocalServer;
import dev.throughline.harness.PackageCaches;
import dev.throughline.harness.ProgressListener;
import dev.throughline.harness.TemporaryFolder;
import dev.throughline.harness.probe.BackendCheck;
import dev.throughline.harness.probe.BackendReport;
import dev.throughline.harness.probe.BackendTarget;
import dev.throughline.harness.recipe.ClientSpec;
import dev.throughline.harness.recipe.Recipe;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// Checks one version of a model server: installs it by its recipe, starts it with the scripted model, probes
/// it as any other server, and stops it.
///
/// @param template the chat template that it is started with
/// @param caches where it is installed
/// @param limit the time within which it must be ready
public record ServerCheck(
        Recipe recipe, String template, PackageCaches caches, ProgressListener progress, Duration limit) {
    /// Runs the check on the calling thread.
    /// @param target the options of the probe; its address and model are those of the started server
    /// @throws dev.throughline.harness.HarnessException if it is not installed, does not start, or ends too early
    public BackendReport run(ClientSpec spec, BackendTarget target) {
        try (TemporaryFolder folder = TemporaryFolder.make("model")) {
            // Some servers name the model by its folder.
            Path model = folder.path().resolve("scripted");
            new ScriptedModel(template).write(model);
            List<String> start = recipe.serverSetup().orElseThrow().command(spec, template);
            Map<String, String> values = Map.of("scripted", model.toString());
            try (LocalServer server = LocalServer.model(recipe, spec, values, start, caches, progress, limit)) {
                progress.say(spec.label() + " is ready");
                BackendReport report = new BackendCheck(
                                target.at(URI.create(server.address()), server.model(), template), progress)
                        .run();
                server.checkAlive();
                return report;
            }
        }
    }
}
