package dev.throughline.testing;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// A backend on a real socket that answers as tests say, by the model that a request names, and keeps what it got.
public final class ScriptedBackend implements Closeable {
    private final ServerSocket socket;
    private final Map<String, Script> scripts = new ConcurrentHashMap<>();
    private final Set<String> unread = ConcurrentHashMap.newKeySet();
    private final Map<String, BlockingQueue<ReceivedRequest>> received = new ConcurrentHashMap<>();
    private final Queue<String> targets = new ConcurrentLinkedQueue<>();
    private final AtomicInteger models = new AtomicInteger();

    private ScriptedBackend(ServerSocket socket) {
        this.socket = socket;
    }

    /// What is written for a request.
    @FunctionalInterface
    public interface Script {
        void answer(ReceivedRequest request, BackendSocket socket) throws Exception;
    }

    /// Listens on a free port of the loopback address.
    public static ScriptedBackend start() throws IOException {
        var backend = new ScriptedBackend(new ServerSocket(0, 200, InetAddress.getLoopbackAddress()));
        Thread.ofVirtual().name("scripted-backend").start(backend::accept);
        return backend;
    }

    public int port() {
        return socket.getLocalPort();
    }

    /// Answers requests for a separate model.
    /// @return the name of that model; contains no family's name
    public String model(Script script) {
        String model = "scripted-" + models.incrementAndGet();
        answer(model, script);
        return model;
    }

    /// Answers requests with this key: a model, or the target of a request without a body.
    public void answer(String key, Script script) {
        scripts.put(key, script);
    }

    /// Answers requests for a target before their bodies are read, which the script does itself.
    public void answerUnread(String target, Script script) {
        unread.add(target);
        answer(target, script);
    }

    /// The next request received with this key.
    public ReceivedRequest take(String key) throws InterruptedException {
        ReceivedRequest next = queue(key).poll(10, TimeUnit.SECONDS);
        if (next == null) {
            throw new AssertionError("no request came for " + key);
        }
        return next;
    }

    /// Requests received with this key and not taken.
    public int waiting(String key) {
        return queue(key).size();
    }

    /// The targets of all requests so far, in no order.
    public List<String> targets() {
        return List.copyOf(targets);
    }

    /// Discards the requests for this key that were not taken.
    public void forget(String key) {
        queue(key).clear();
    }

    private BlockingQueue<ReceivedRequest> queue(String key) {
        return received.computeIfAbsent(key, _ -> new LinkedBlockingQueue<>());
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket connection = socket.accept();
                Thread.ofVirtual().start(() -> serve(connection));
            } catch (IOException _) {
                return;
            }
        }
    }

    private void serve(Socket connection) {
        try (var open = new BackendSocket(connection)) {
            for (ReceivedRequest next = open.receive(unread); next != null; next = open.receive(unread)) {
                targets.add(next.target());
                queue(next.key()).add(next);
                @Nullable Script script = scripts.get(next.key());
                if (script == null) {
                    open.whole(404, "{\"error\":{\"message\":\"no script\"}}", "content-type: application/json");
                } else {
                    script.answer(next, open);
                }
                if (open.isClosed()) {
                    return;
                }
            }
        } catch (Exception _) {
            // the other side went away, or the test is over
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
