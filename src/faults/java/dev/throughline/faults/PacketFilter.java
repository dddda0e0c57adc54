package dev.throughline.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Loses every packet to and from one TCP port of the loopback interface: neither side notices that a
/// connection is lost. Source: iptables(8), proc(5) `/proc/net/tcp`.
final class PacketFilter implements AutoCloseable {
    private static final int ESTABLISHED = 1;
    private static final int HEX = 16;

    private final int port;
    private boolean isLosing;

    private PacketFilter(int port) {
        this.port = port;
    }

    /// @throws FaultNotPossibleException where this process may not set rules for packets
    static PacketFilter of(int port) throws FaultNotPossibleException {
        Optional<String> refused;
        try {
            refused = HostCommand.run("iptables", "-w", "-n", "-L", "INPUT");
        } catch (IOException e) {
            refused = Optional.of(String.valueOf(e.getMessage()));
        }
        if (refused.isPresent()) {
            throw new FaultNotPossibleException("no packets can be dropped (" + refused.get() + ")");
        }
        return new PacketFilter(port);
    }

    void lose() throws IOException {
        isLosing = true;
        change("-I");
    }

    void pass() throws IOException {
        isLosing = false;
        change("-D");
    }

    private void change(String action) throws IOException {
        for (String side : List.of("--dport", "--sport")) {
            Optional<String> refused = HostCommand.run(
                    "iptables",
                    "-w",
                    action,
                    "INPUT",
                    "-i",
                    "lo",
                    "-p",
                    "tcp",
                    side,
                    Integer.toString(port),
                    "-j",
                    "DROP");
            if (refused.isPresent()) {
                throw new IllegalStateException("iptables " + action + ": " + refused.get());
            }
        }
    }

    /// The local ports of open connections to the port, of which something that was sent is not acknowledged.
    Set<Integer> unacknowledged() throws IOException {
        Set<Integer> found = new HashSet<>();
        for (String table : List.of("tcp", "tcp6")) {
            Files.readAllLines(Path.of("/proc/net", table)).stream()
                    .skip(1)
                    .map(line -> line.strip().split("\\s+"))
                    .filter(socket -> portOf(socket[2]) == port
                            && Integer.parseInt(socket[3], HEX) == ESTABLISHED
                            && Long.parseLong(socket[4].split(":")[0], HEX) > 0)
                    .forEach(socket -> found.add(portOf(socket[1])));
        }
        return found;
    }

    private static int portOf(String address) {
        return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1), HEX);
    }

    @Override
    public void close() throws IOException {
        if (isLosing) {
            pass();
        }
    }
}
