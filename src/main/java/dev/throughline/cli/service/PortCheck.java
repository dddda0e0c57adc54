package dev.throughline.cli.service;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/// Checks ports before the service is started, so that a port in use is reported in one line.
public final class PortCheck {
    private PortCheck() {}

    public static void checkFree(String host, int port) {
        try (var socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(host, port));
        } catch (IOException e) {
            throw new ServiceStartException("cannot listen on " + host + ":" + port + " (" + e.getMessage()
                    + "); stop the process that uses it, or choose another port with --port");
        }
    }

    /// A loopback port that is currently unused.
    public static int free() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new ServiceStartException("no free port on the loopback address: " + e.getMessage());
        }
    }
}
