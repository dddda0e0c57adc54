package dev.throughline.harness;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.harness.recipe.ClientSpec;
import dev.throughline.harness.recipe.Ecosystem;
import dev.throughline.harness.recipe.ProgramSource;
import dev.throughline.harness.recipe.Recipe;
import dev.throughline.text.Json;
import dev.throughline.text.UrlText;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/// Resolves version names such as `latest`, each once, and reports the latest version to the service, where
/// cells of older versions become stale. Thread-safe.
public final class ClientVersionResolver {
    private static final String LATEST = "latest";

    private final BiFunction<ProgramSource, String, String> registry;
    private final Function<ProgramSource, Map<String, String>> releases;
    private final BiFunction<Recipe, ClientSpec, List<String>> beside;
    private final ServiceClient service;
    private final ProgressListener progressListener;
    private final Map<String, String> resolved = new ConcurrentHashMap<>();

    /// @param registry returns the number of a version or tag, as `ProgramInstaller.resolve` does
    /// @param releases returns when each release was published, as `ProgramInstaller.releases` does
    /// @param beside returns what a package of another registry than npm gets beside it, as
    ///     `ProgramInstaller.beside` does
    public ClientVersionResolver(
            BiFunction<ProgramSource, String, String> registry,
            Function<ProgramSource, Map<String, String>> releases,
            BiFunction<Recipe, ClientSpec, List<String>> beside,
            ServiceClient service,
            ProgressListener progressListener) {
        this.registry = registry;
        this.releases = releases;
        this.beside = beside;
        this.service = service;
        this.progressListener = progressListener;
    }

    /// The number behind a version or tag of a client.
    /// @throws HarnessException if the registry does not know it
    public String resolve(Recipe recipe, String wanted) {
        ProgramSource source = recipe.source();
        return resolved.computeIfAbsent(source.label() + "@" + wanted, _ -> {
            String version = registry.apply(source, wanted);
            if (wanted.equals(LATEST) && !(source instanceof ProgramSource.Executable)) {
                report(recipe, version);
            }
            return version;
        });
    }

    /// The client with the packages that it loads, in the versions that it would get now.
    /// @throws HarnessException if the registry does not know one of them
    public ClientSpec withPackages(Recipe recipe, ClientSpec spec) {
        Stream<String> peers = recipe.origin() == Ecosystem.NPM
                ? recipe.peersOf(spec).stream()
                        .filter(Recipe.Peer::takesPart)
                        .map(peer -> labelled(peer.name(), peer.version()))
                : beside.apply(recipe, spec).stream();
        Stream<String> further = recipe.packagesOf(spec).stream().map(one -> labelled(one.name(), one.wanted()));
        return spec.with(Stream.concat(peers, further).distinct().toList());
    }

    private String labelled(String name, String wanted) {
        return name + "@" + resolved(new ProgramSource.Package(Ecosystem.NPM, name), wanted);
    }

    private String resolved(ProgramSource source, String wanted) {
        return resolved.computeIfAbsent(source.label() + "@" + wanted, _ -> registry.apply(source, wanted));
    }

    // A check is useful even if the service cannot store this.
    private void report(Recipe recipe, String version) {
        ObjectNode body = Json.TREES
                .createObjectNode()
                .put("version", version)
                .put("registry", recipe.source().label());
        releases.apply(recipe.source()).forEach(body.withObject("/releases")::put);
        String product = UrlText.query(recipe.name());
        ServiceClient.Response response = service.put("/api/v1/products/" + product + "/latest", body.toString());
        if (response.isRefused() && response.status() != 404) {
            progressListener.say("the service did not record that the latest version of " + recipe.name() + " is "
                    + version + ": " + response.detail());
        }
    }
}
