package dev.throughline.pages;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Passes connections on to the service from a port of its own, so that a browser sees the service go away
/// and return at the same address.
final class RestartableRelay implements AutoCloseable {
    private final int target;
    private final int port;
    private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
    private ServerSocket listener;

    /// @param target port of the service
    RestartableRelay(int target) {
        this.target = target;
        this.listener = listen(0);
        this.port = listener.getLocalPort();
        accept();
    }

    String host() {
        return "http://localhost:" + port;
    }

    /// Cuts all connections and refuses new ones.
    void stop() {
        close(listener);
        connections.forEach(RestartableRelay::close);
        connections.clear();
    }

    void start() {
        listener = listen(port);
        accept();
    }

    @Override
    public void close() {
        stop();
    }

    private static ServerSocket listen(int port) {
        try {
            var socket = new ServerSocket();
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getByName("localhost"), port));
            return socket;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void accept() {
        ServerSocket open = listener;
        Thread.ofVirtual().start(() -> {
            while (!open.isClosed()) {
                try {
                    Socket client = open.accept();
                    var service = new Socket("localhost", target);
                    pass(client, service);
                    pass(service, client);
                } catch (IOException e) {
                    // The listener was closed, which ends the loop, or the service refused the connection.
                }
            }
        });
    }

    private void pass(Socket from, Socket to) {
        connections.add(from);
        Thread.ofVirtual().start(() -> {
            try (from;
                    to) {
                from.getInputStream().transferTo(to.getOutputStream());
            } catch (IOException e) {
                // Either side closed the connection.
            } finally {
                connections.remove(from);
            }
        });
    }

    private static void close(AutoCloseable open) {
        try {
            open.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
