package dev.throughline.wire.sse;

import java.nio.charset.StandardCharsets;

/// Searches the data of frames for a text without parsing them.
public final class FrameSearch {
    private final byte[] wanted;

    /// @param text ASCII, not empty
    public FrameSearch(String text) {
        this.wanted = text.getBytes(StandardCharsets.US_ASCII);
    }

    /// Whether the text occurs in the frame's data.
    public boolean isIn(SseFrame frame) {
        byte[] data = frame.data();
        int last = frame.dataTo() - wanted.length;
        for (int at = frame.dataFrom(); at <= last; at++) {
            if (data[at] == wanted[0] && isAt(data, at)) {
                return true;
            }
        }
        return false;
    }

    private boolean isAt(byte[] data, int at) {
        for (int i = 1; i < wanted.length; i++) {
            if (data[at + i] != wanted[i]) {
                return false;
            }
        }
        return true;
    }
}
