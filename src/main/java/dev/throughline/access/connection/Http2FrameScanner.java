package dev.throughline.access.connection;

import io.netty.buffer.ByteBuf;

/// Extracts the frame headers from the bytes of one HTTP/2 connection, split anywhere; payloads are
/// skipped. Source: RFC 9113, 3.4 (preface) and 4.1 (frame format).
final class Http2FrameScanner {
    private static final int PREFACE_BYTES = 24;
    private static final int HEAD_BYTES = 9;
    private static final int TYPE = 3;
    private static final int FLAGS = 4;
    private static final int STREAM = 5;

    private final Frames frames;
    private final byte[] head = new byte[HEAD_BYTES];
    private int headBytes;
    private long passOver = PREFACE_BYTES;

    /// Receives the frames as their headers arrive.
    interface Frames {
        /// @param stream 0 for the connection
        void on(int type, int flags, int stream);
    }

    Http2FrameScanner(Frames frames) {
        this.frames = frames;
    }

    /// Takes the next bytes without changing their reader index.
    void scan(ByteBuf bytes) {
        int at = bytes.readerIndex();
        int end = bytes.writerIndex();
        while (at < end) {
            int passed = (int) Math.min(passOver, end - at);
            passOver -= passed;
            at += passed;
            int more = passOver > 0 ? 0 : Math.min(HEAD_BYTES - headBytes, end - at);
            bytes.getBytes(at, head, headBytes, more);
            headBytes += more;
            at += more;
            if (headBytes == HEAD_BYTES) {
                headBytes = 0;
                passOver = length();
                frames.on(head[TYPE] & 0xff, head[FLAGS] & 0xff, stream());
            }
        }
    }

    private int length() {
        return (head[0] & 0xff) << 16 | (head[1] & 0xff) << 8 | head[2] & 0xff;
    }

    private int stream() {
        return (head[STREAM] & 0x7f) << 24
                | (head[STREAM + 1] & 0xff) << 16
                | (head[STREAM + 2] & 0xff) << 8
                | head[STREAM + 3] & 0xff;
    }
}
