package dev.throughline.harness;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// The environment of a client: what a program needs, its own folders, what its recipe says; nothing of the user's.
final class ClientEnvironment {
    private ClientEnvironment() {}

    static Map<String, String> of(Recipe recipe, Folders folders, List<Path> programs, Placeholders placeholders) {
        Map<String, String> environment = new TreeMap<>();
        environment.put("PATH", path(programs));
        environment.put("HOME", folders.home().toString());
        environment.put("XDG_CONFIG_HOME", folders.home().resolve(".config").toString());
        environment.put("XDG_DATA_HOME", folders.home().resolve(".local/share").toString());
        environment.put("XDG_STATE_HOME", folders.home().resolve(".local/state").toString());
        environment.put("XDG_CACHE_HOME", folders.cache().toString());
        environment.put("TMPDIR", folders.temp().toString());
        environment.put("LANG", "C.UTF-8");
        environment.put("TERM", "dumb");
        environment.put("NO_COLOR", "1");
        environment.put("SHELL", "/bin/sh");
        recipe.environment().forEach((name, value) -> environment.put(name, placeholders.fill(value)));
        environment.values().removeIf(String::isEmpty);
        return environment;
    }

    private static String path(List<Path> programs) {
        Set<String> folders = new LinkedHashSet<>();
        programs.forEach(program -> folders.add(program.toString()));
        for (String program : new String[] {"node", "npm", "git"}) {
            Session.onPath(program).map(Path::getParent).map(Path::toString).ifPresent(folders::add);
        }
        Collections.addAll(
                folders, System.getenv().getOrDefault("PATH", "/usr/bin:/bin").split(":"));
        folders.remove("");
        return String.join(":", folders);
    }
}
