package dev.throughline.run.lifecycle;

import dev.throughline.run.RunId;
import jakarta.enterprise.context.ApplicationScoped;
import java.net.URI;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/// Several installations behind one address, each with a PostgreSQL that holds the runs of some keys. The ids of a
/// cell's runs end in `-` and its name (`throughline.cell`), so that every cell knows which one has a run.
@ApplicationScoped
public class DeploymentCells {
    private static final Pattern NAME = Pattern.compile("[0-9a-z]{1,10}");
    private static final Pattern RUN = Pattern.compile("(?:/api/v1)?/(?:runs|r)/[0-9a-v]{25}-([0-9a-z]{1,10})(?:/.*)?");

    private final Optional<String> own;
    private final DeploymentCellConfig others;

    DeploymentCells(@ConfigProperty(name = "throughline.cell") Optional<String> own, DeploymentCellConfig others) {
        own.filter(name -> !NAME.matcher(name).matches()).ifPresent(name -> {
            throw new IllegalArgumentException(
                    "throughline.cell: expected 1 to 10 characters 0-9 and a-z, found " + name);
        });
        this.own = own;
        this.others = others;
    }

    /// The id of a run that is opened here now.
    RunId next(Instant now) {
        RunId id = RunId.next(now);
        return own.map(name -> new RunId(id.value() + "-" + name)).orElse(id);
    }

    /// Where the run is that a path names, if another cell has it and its address is set.
    /// @param path of a request, decoded or not: the id has no character that differs
    public Optional<URI> elsewhere(String path) {
        if (others.byName().isEmpty()) {
            return Optional.empty();
        }
        Matcher run = RUN.matcher(path);
        return run.matches() && !own.equals(Optional.of(run.group(1)))
                ? Optional.ofNullable(others.byName().get(run.group(1))).map(DeploymentCellConfig.Address::url)
                : Optional.empty();
    }
}
