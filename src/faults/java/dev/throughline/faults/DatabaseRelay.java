package dev.throughline.faults;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// One address in front of a server that can change. What the server sends arrives late by the delay; what has not
/// arrived when the relay is switched or closed is lost.
final class DatabaseRelay implements Closeable {
    private final ServerSocket listening;
    private final long delayNanos;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private volatile int target;

    private record Part(byte[] bytes, long dueNanos) {}

    /// @param target the port of the server
    DatabaseRelay(int target, Duration delay) throws IOException {
        this.target = target;
        this.delayNanos = delay.toNanos();
        listening = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    /// Cuts all connections; new ones reach another server.
    void switchTo(int port) {
        target = port;
        cut(sockets);
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket near = listening.accept();
                try {
                    Socket far = new Socket(InetAddress.getLoopbackAddress(), target);
                    List<Socket> both = List.of(near, far);
                    sockets.addAll(both);
                    BlockingQueue<Part> parts = new LinkedBlockingQueue<>();
                    Thread.ofVirtual()
                            .start(() -> run(both, () -> near.getInputStream().transferTo(far.getOutputStream())));
                    Thread.ofVirtual().start(() -> run(both, () -> receive(far.getInputStream(), parts)));
                    Thread.ofVirtual().start(() -> run(both, () -> deliver(parts, near)));
                } catch (IOException _) {
                    near.close(); // no server
                }
            } catch (IOException _) {
                // the next one may do better
            }
        }
    }

    private void receive(InputStream in, BlockingQueue<Part> parts) throws IOException {
        byte[] buffer = new byte[1 << 16];
        for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
            parts.add(new Part(Arrays.copyOf(buffer, length), System.nanoTime() + delayNanos));
        }
    }

    private static void deliver(BlockingQueue<Part> parts, Socket near) throws IOException {
        OutputStream out = near.getOutputStream();
        try {
            while (!near.isClosed()) {
                Part part = parts.poll(1, TimeUnit.SECONDS);
                while (part != null && part.dueNanos() - System.nanoTime() > 0) {
                    LockSupport.parkNanos(part.dueNanos() - System.nanoTime());
                }
                if (part != null) {
                    out.write(part.bytes());
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private interface Direction {
        void run() throws IOException;
    }

    private static void run(List<Socket> both, Direction direction) {
        try {
            direction.run();
        } catch (IOException _) {
            // one side is gone
        } finally {
            cut(both);
        }
    }

    private static void cut(List<Socket> sockets) {
        for (Socket socket : sockets) {
            try {
                socket.close();
            } catch (IOException _) {
                // it is closed
            }
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        cut(sockets);
    }
}
