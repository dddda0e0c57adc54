package dev.throughline.gateway;

import dev.throughline.gateway.answer.Loopback;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/// A client that writes its request byte by byte and may leave, or read slowly.
final class RawClient implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 10_000;

    private final Socket socket;

    private RawClient(Socket socket) {
        this.socket = socket;
    }

    /// Sends a request and reads nothing.
    static RawClient send(URI service, String path, String body, String... headers) throws IOException {
        return send(new Socket(service.getHost(), service.getPort()), path, body, headers);
    }

    /// The same with room for few bytes that were not read.
    static RawClient sendSlowly(URI service, String path, String body) throws IOException {
        var socket = new Socket();
        socket.setReceiveBufferSize(4_096);
        socket.connect(new java.net.InetSocketAddress(service.getHost(), service.getPort()));
        return send(socket, path, body);
    }

    private static RawClient send(Socket socket, String path, String body, String... headers) throws IOException {
        socket.setSoTimeout(TIMEOUT_MILLIS);
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        String lines = headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n";
        String head =
                "POST " + path + " HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: "
                        + bytes.length + "\r\n" + lines + "\r\n";
        socket.getOutputStream().write(head.getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().write(bytes);
        return new RawClient(socket);
    }

    /// Sends a request and gives everything until the connection ends.
    static String ask(URI service, String path, String body, String... headers) throws IOException {
        try (RawClient client = send(service, path, body, headers)) {
            return client.rest();
        }
    }

    /// What arrives until a text is seen.
    String until(String wanted) throws IOException {
        return Loopback.readUntil(socket, wanted);
    }

    /// What arrives until the connection ends.
    String rest() throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
