package dev.throughline.harness;

import java.net.URI;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// The environment variables of a client: what a program needs, its own folders and its recipe's values;
/// nothing from the user's environment.
///
/// Its proxy settings lead nowhere: requests to its vendor (telemetry, updates, lists of models) fail if it
/// honors proxies at all. Only this machine and the service are reached directly.
final class ClientEnvironment {
    // The port of the discard protocol (RFC 863), where nothing listens.
    private static final String REFUSING_PROXY = "http://127.0.0.1:9";

    private ClientEnvironment() {}

    /// @param own its recipe's values
    /// @param service the service's address
    static Map<String, String> of(
            Map<String, String> own, ClientFolders clientFolders, List<Path> programs, String service) {
        Map<String, String> environment = new TreeMap<>();
        environment.put("PATH", path(programs));
        environment.put("HOME", clientFolders.home().toString());
        environment.put(
                "XDG_CONFIG_HOME", clientFolders.home().resolve(".config").toString());
        environment.put(
                "XDG_DATA_HOME", clientFolders.home().resolve(".local/share").toString());
        environment.put(
                "XDG_STATE_HOME", clientFolders.home().resolve(".local/state").toString());
        environment.put("XDG_CACHE_HOME", clientFolders.cache().toString());
        environment.put("TMPDIR", clientFolders.temp().toString());
        environment.put("LANG", "C.UTF-8");
        environment.put("TERM", "dumb");
        environment.put("NO_COLOR", "1");
        environment.put("SHELL", "/bin/sh");
        withoutNetwork(environment, URI.create(service).getHost());
        environment.putAll(own);
        environment.values().removeIf(String::isEmpty);
        return environment;
    }

    private static void withoutNetwork(Map<String, String> environment, String service) {
        String direct = "127.0.0.1,localhost,::1," + service;
        for (String name : List.of("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy")) {
            environment.put(name, REFUSING_PROXY);
        }
        environment.put("NO_PROXY", direct);
        environment.put("no_proxy", direct);
        // Node.js honors them from 22.21 and 24.0 on, and then only if asked to.
        environment.put("NODE_USE_ENV_PROXY", "1");
    }

    private static String path(List<Path> programs) {
        Set<String> folders = new LinkedHashSet<>();
        programs.forEach(program -> folders.add(program.toString()));
        for (String program : new String[] {"node", "npm", "git"}) {
            ProcessSession.onPath(program)
                    .map(Path::getParent)
                    .map(Path::toString)
                    .ifPresent(folders::add);
        }
        Collections.addAll(
                folders, System.getenv().getOrDefault("PATH", "/usr/bin:/bin").split(":"));
        folders.remove("");
        return String.join(":", folders);
    }
}
