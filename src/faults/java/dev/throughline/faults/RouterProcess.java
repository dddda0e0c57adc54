package dev.throughline.faults;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// HAProxy in front of cells: a key always leads to the same one, and a run to that which its id names.
final class RouterProcess implements AutoCloseable {
    private final HostProgram program;

    private RouterProcess(HostProgram program) {
        this.program = program;
    }

    /// Starts it and waits until it takes connections.
    /// @param cells the ports of their services by name
    /// @throws FaultNotPossibleException where there is no HAProxy
    static RouterProcess start(Path folder, Map<String, Integer> cells, int port) throws Exception {
        var named = new StringBuilder();
        var servers = new StringBuilder();
        cells.forEach((name, service) -> {
            named.append(
                    "  use_backend %1$s if { path_reg ^(/api/v1)?/(runs|r)/[0-9a-v]+-%1$s(/|$) }%n".formatted(name));
            servers.append("backend %1$s%n  server %1$s 127.0.0.1:%2$d%n".formatted(name, service));
        });
        var all = new StringBuilder();
        cells.forEach((name, service) -> all.append("  server %s 127.0.0.1:%d%n".formatted(name, service)));
        Path settings = Files.writeString(folder.resolve("haproxy.cfg"), """
                defaults
                  mode http
                  timeout connect 5s
                  timeout client 1h
                  timeout server 1h
                frontend all
                  bind 127.0.0.1:%d
                  http-request set-var(txn.key) req.hdr(x-throughline-key)
                %s  default_backend any
                %sbackend any
                  balance hash var(txn.key)
                  hash-type consistent
                %s""".formatted(port, named, servers, all));
        return new RouterProcess(
                HostProgram.start("haproxy", folder.resolve("haproxy.log"), port, "-f", settings.toString()));
    }

    @Override
    public void close() {
        program.close();
    }
}
