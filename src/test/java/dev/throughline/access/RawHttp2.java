package dev.throughline.access;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/// A connection of HTTP/2 over TLS whose frames are written one by one. Source: RFC 9113, 4.1 and 6; RFC
/// 7541, 6 (literals without indexing).
final class RawHttp2 implements AutoCloseable {
    static final int DATA = 0;
    static final int HEADERS = 1;
    static final int RST_STREAM = 3;
    private static final int SETTINGS = 4;
    static final int CONTINUATION = 9;
    static final int END_STREAM = 1;
    static final int END_HEADERS = 4;
    private static final int ACK = 1;
    private static final int INITIAL_WINDOW_SIZE = 4;

    private final SSLSocket socket;
    private final DataInputStream in;
    private final DataOutputStream out;

    /// What came.
    record Frame(int type, int flags, int stream, byte[] payload) {
        boolean is(int wanted, int on) {
            return type == wanted && stream == on;
        }
    }

    private RawHttp2(SSLSocket socket) throws IOException {
        this.socket = socket;
        this.in = new DataInputStream(socket.getInputStream());
        this.out = new DataOutputStream(socket.getOutputStream());
    }

    /// Connects and sends the preface.
    /// @param window bytes of each answer that the client accepts before it opens the window
    static RawHttp2 open(URI service, int window) throws IOException {
        var connection = new RawHttp2(RawTls.connect(service, "h2"));
        connection.out.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        var settings = new ByteArrayOutputStream();
        var setting = new DataOutputStream(settings);
        setting.writeShort(INITIAL_WINDOW_SIZE);
        setting.writeInt(window);
        return connection.send(SETTINGS, 0, 0, settings.toByteArray());
    }

    RawHttp2 send(int type, int flags, int stream, byte... payload) throws IOException {
        var frame = new ByteArrayOutputStream();
        var head = new DataOutputStream(frame);
        head.writeByte(0);
        head.writeShort(payload.length);
        head.writeByte(type);
        head.writeByte(flags);
        head.writeInt(stream);
        head.write(payload);
        out.write(frame.toByteArray());
        return this;
    }

    /// Asks for a path.
    RawHttp2 get(int stream, String path) throws IOException {
        return send(HEADERS, END_STREAM | END_HEADERS, stream, head(path));
    }

    /// The head of a request for a path.
    static byte[] head(String path) {
        return head(0x82, path);
    }

    /// The head of a request that posts JSON.
    static byte[] post(String path) {
        var block = new ByteArrayOutputStream();
        block.writeBytes(head(0x83, path));
        block.write(0x0f); // a literal, named by an index above 14
        block.write(31 - 15); // content-type
        string(block, "application/json");
        return block.toByteArray();
    }

    /// @param method as a static index
    private static byte[] head(int method, String path) {
        var block = new ByteArrayOutputStream();
        block.write(method);
        block.write(0x87); // https
        literal(block, 4, path);
        literal(block, 1, "localhost");
        return block.toByteArray();
    }

    private static void literal(ByteArrayOutputStream block, int name, String value) {
        block.write(name);
        string(block, value);
    }

    private static void string(ByteArrayOutputStream block, String value) {
        block.write(value.length());
        block.writeBytes(value.getBytes(StandardCharsets.US_ASCII));
    }

    /// The next matching frame; null if the connection ends before. Settings are acknowledged on the way.
    @Nullable
    Frame until(Predicate<Frame> wanted) {
        try {
            while (true) {
                Frame frame = next();
                if (frame.type == SETTINGS && (frame.flags & ACK) == 0) {
                    send(SETTINGS, ACK, 0);
                }
                if (wanted.test(frame)) {
                    return frame;
                }
            }
        } catch (java.net.SocketTimeoutException e) {
            throw new AssertionError("neither the frame nor the end of the connection came", e);
        } catch (IOException _) {
            return null;
        }
    }

    private Frame next() throws IOException {
        int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
        int type = in.readUnsignedByte();
        int flags = in.readUnsignedByte();
        int stream = in.readInt();
        return new Frame(type, flags, stream, in.readNBytes(length));
    }

    /// Whether the other side ends the connection.
    boolean isEnded() {
        return until(_ -> false) == null;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
