package dev.throughline.fuzz;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.eclipse.microprofile.config.ConfigProvider;

/// Sends what no well-behaved HTTP client would.
final class RawHttp {
    private static final int TIMEOUT_MILLIS = 20_000;

    private RawHttp() {}

    /// @param head the header lines that came, the status line first; empty when the connection was only closed
    record Answer(List<String> head, String body) {
        int status() {
            return head.isEmpty() ? 0 : Integer.parseInt(head.getFirst().split(" ")[1]);
        }

        boolean isOf(String mediaType) {
            return head.stream()
                    .anyMatch(line -> line.toLowerCase(java.util.Locale.ROOT).startsWith("content-type: " + mediaType));
        }
    }

    static Answer send(String method, String target, List<String> headers, byte[] body) throws IOException {
        int port = ConfigProvider.getConfig().getValue("quarkus.http.test-port", Integer.class);
        var head = new StringBuilder(method + " " + target + " HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n");
        headers.forEach(header -> head.append(header).append("\r\n"));
        head.append("content-length: ").append(body.length).append("\r\n\r\n");
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.getOutputStream().write(head.toString().getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().write(body);
            socket.getOutputStream().flush();
            return read(socket);
        }
    }

    private static Answer read(Socket socket) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try {
            socket.getInputStream().transferTo(bytes);
        } catch (java.net.SocketException _) {
            // The service closed before it had read all: what it said counts.
        }
        String all = bytes.toString(StandardCharsets.UTF_8);
        int blank = all.indexOf("\r\n\r\n");
        return blank < 0
                ? new Answer(List.of(), all)
                : new Answer(List.of(all.substring(0, blank).split("\r\n")), all.substring(blank + 4));
    }
}
