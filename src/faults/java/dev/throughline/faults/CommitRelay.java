package dev.throughline.faults;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/// A relay between a service and its PostgreSQL that drops the server's response to a commit of the
/// journal: the commit was made, and the service does not know it.
///
/// Source: PostgreSQL, "Message Formats" of the frontend/backend protocol 3.0.
final class CommitRelay implements Closeable {
    private static final int SSL_REQUEST = 80877103;
    private static final int GSS_REQUEST = 80877104;

    private final ServerSocket listening;
    private final int server;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final AtomicInteger seen = new AtomicInteger();
    private final AtomicInteger cuts = new AtomicInteger();
    private final Map<Commit, AtomicInteger> held = Map.of(
            Commit.SLICES, new AtomicInteger(),
            Commit.END, new AtomicInteger(),
            Commit.WHOLE, new AtomicInteger());
    private volatile int cutEvery;
    private volatile List<Commit> holding = List.of();

    /// What is committed: slices of several exchanges, the end of one with its last slice, or whole exchanges.
    enum Commit {
        SLICES,
        END,
        WHOLE;

        static Optional<Commit> of(String sql) {
            if (sql.contains("UPDATE exchange SET outcome")) {
                return Optional.of(END);
            }
            if (!sql.contains("INSERT INTO token_slice")) {
                return Optional.empty();
            }
            return Optional.of(sql.contains("INSERT INTO exchange ") ? WHOLE : SLICES);
        }
    }

    /// @param server the port of PostgreSQL
    CommitRelay(int server) throws IOException {
        this.server = server;
        listening = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    /// From now on breaks the connection of each n-th commit, in place of the server's answer; 0 for none.
    void cutEvery(int commits) {
        cutEvery = commits;
    }

    /// Connections that were broken instead of an answer.
    int cuts() {
        return cuts.get();
    }

    /// From now on keeps the answers to these commits; their connections stay open and silent.
    void hold(Commit... kinds) {
        holding = List.of(kinds);
    }

    /// Answers that were kept.
    int held(Commit kind) {
        return held.get(kind).get();
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket near = listening.accept();
                sockets.add(near);
                Socket far = new Socket(InetAddress.getLoopbackAddress(), server);
                sockets.add(far);
                near.setTcpNoDelay(true);
                far.setTcpNoDelay(true);
                var connection = new Connection(near, far);
                Thread.ofVirtual().start(() -> connection.run(connection::requests));
                Thread.ofVirtual().start(() -> connection.run(connection::answers));
            } catch (IOException _) {
                // the next one may do better
            }
        }
    }

    @Override
    public void close() throws IOException {
        closed.countDown();
        listening.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    private interface Direction {
        void run() throws IOException;
    }

    /// One connection of the service. The server says that it is ready once for each request that asks for
    /// it; what each is about waits in `awaited`.
    private final class Connection {
        private final Socket near;
        private final Socket far;
        private final Map<String, Commit> prepared = new HashMap<>();
        private final Queue<Optional<Commit>> awaited = new ConcurrentLinkedQueue<>(List.of(Optional.empty()));

        Connection(Socket near, Socket far) {
            this.near = near;
            this.far = far;
        }

        void run(Direction direction) {
            try {
                direction.run();
            } catch (IOException _) {
                // one side is gone
            } finally {
                cut();
            }
        }

        private void cut() {
            for (Socket socket : List.of(near, far)) {
                try {
                    socket.close();
                } catch (IOException _) {
                    // it is closed
                }
            }
        }

        void requests() throws IOException {
            var in = new DataInputStream(near.getInputStream());
            var out = new DataOutputStream(far.getOutputStream());
            startUp(in, out);
            Optional<Commit> bound = Optional.empty();
            while (true) {
                byte type = in.readByte();
                byte[] body = in.readNBytes(in.readInt() - Integer.BYTES);
                switch (type) {
                    case 'P' -> Commit.of(text(body, 1)).ifPresent(kind -> prepared.put(text(body, 0), kind));
                    case 'B' -> bound = Optional.ofNullable(prepared.get(text(body, 1)));
                    case 'S', 'Q' -> {
                        awaited.add(bound);
                        bound = Optional.empty();
                    }
                    default -> {
                        // nothing that is answered by itself
                    }
                }
                send(out, type, body);
            }
        }

        private void startUp(DataInputStream in, DataOutputStream out) throws IOException {
            while (true) {
                byte[] body = in.readNBytes(in.readInt() - Integer.BYTES);
                int code = java.nio.ByteBuffer.wrap(body).getInt();
                if (code != SSL_REQUEST && code != GSS_REQUEST) {
                    out.writeInt(body.length + Integer.BYTES);
                    out.write(body);
                    return;
                }
                near.getOutputStream().write('N');
            }
        }

        void answers() throws IOException {
            var in = new DataInputStream(far.getInputStream());
            var out = new DataOutputStream(near.getOutputStream());
            var kept = new ByteArrayOutputStream();
            boolean isRefused = false;
            while (true) {
                byte type = in.readByte();
                byte[] body = in.readNBytes(in.readInt() - Integer.BYTES);
                isRefused |= type == 'E';
                send(new DataOutputStream(kept), type, body);
                Optional<Commit> about = Optional.ofNullable(awaited.peek()).flatMap(kind -> kind);
                if (type == 'Z') {
                    awaited.poll();
                    if (about.isPresent() && !isRefused && take(about.get())) {
                        return;
                    }
                    isRefused = false;
                }
                if (type == 'Z' || about.isEmpty()) {
                    out.write(kept.toByteArray());
                    kept.reset();
                }
            }
        }

        /// The server has committed. Gives true when the service shall not hear of it.
        private boolean take(Commit kind) {
            if (holding.contains(kind)) {
                held.get(kind).incrementAndGet();
                try {
                    closed.await();
                } catch (InterruptedException _) {
                    Thread.currentThread().interrupt();
                }
                return true;
            }
            int every = cutEvery;
            boolean isCut = every > 0 && seen.incrementAndGet() % every == 0;
            if (isCut) {
                cuts.incrementAndGet();
            }
            return isCut;
        }

        private static void send(DataOutputStream out, byte type, byte[] body) throws IOException {
            var message = new ByteArrayOutputStream(body.length + 5);
            var framed = new DataOutputStream(message);
            framed.writeByte(type);
            framed.writeInt(body.length + Integer.BYTES);
            framed.write(body);
            message.writeTo(out);
        }

        /// One of the texts, ended by a zero each, that a message begins with.
        private static String text(byte[] body, int place) {
            int from = 0;
            for (int i = 0; i < place; i++) {
                from = end(body, from) + 1;
            }
            return new String(body, from, end(body, from) - from, StandardCharsets.UTF_8);
        }

        private static int end(byte[] body, int from) {
            int end = from;
            while (body[end] != 0) {
                end++;
            }
            return end;
        }
    }
}
