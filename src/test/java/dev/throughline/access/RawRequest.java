package dev.throughline.access;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.eclipse.microprofile.config.ConfigProvider;

/// A request written line by line, for heads that no HTTP client writes.
final class RawRequest {
    private static final int TIMEOUT_MILLIS = 10_000;

    private RawRequest() {}

    /// Everything that the service answers until it closes the connection.
    /// @param body may be empty
    /// @param head request line and headers
    static String send(String body, String... head) {
        return write(String.join("\r\n", head) + "\r\nconnection: close\r\n\r\n" + body);
    }

    /// Everything that the service answers to these characters, each sent as a byte, until it closes the connection.
    static String write(String text) {
        int port = ConfigProvider.getConfig().getValue("quarkus.http.test-port", Integer.class);
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
