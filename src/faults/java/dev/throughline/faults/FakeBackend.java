package dev.throughline.faults;

import dev.throughline.load.StreamLoad;
import dev.throughline.testing.BackendSocket;
import dev.throughline.testing.ScriptedBackend;
import java.io.Closeable;
import java.io.IOException;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/// A backend of chat completions that answers as a fault wants it, and remembers how it was treated.
final class FakeBackend implements Closeable {
    private static final String FRAME =
            "data: {\"id\":\"a\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\",\"choices\":"
                    + "[{\"index\":0,\"delta\":{\"content\":\"%s\"},\"finish_reason\":null}]}\n\n";
    private static final String END =
            "data: {\"id\":\"a\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\",\"choices\":"
                    + "[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";
    /// Characters of a frame of a flood.
    static final int FLOOD_CHARACTERS = 16_000;

    private final ScriptedBackend backend;
    private final AtomicLong sent = new AtomicLong();
    private final Queue<Long> stopped = new ConcurrentLinkedQueue<>();

    FakeBackend() throws IOException {
        backend = ScriptedBackend.start();
    }

    /// Settings of a service that knows it by the name `fake`.
    Map<String, String> settings() {
        return Map.of(
                "throughline.backends.fake.url",
                url(),
                "throughline.backends.fake.family",
                "other",
                "throughline.backends.fake.max-connections",
                "400");
    }

    /// Its address as a client takes it.
    String url() {
        return "http://127.0.0.1:" + backend.port() + "/v1";
    }

    /// Whether a request for this model was received.
    boolean isAsked(String model) {
        return backend.waiting(model) > 0;
    }

    /// Opens a run in front of it.
    static String open(ServiceProcess serviceProcess) throws IOException, InterruptedException {
        return serviceProcess.open(Map.of("mode", "proxy", "backend", "fake"));
    }

    /// A model that writes so many large frames as fast as they are read.
    String floods(int frames) {
        String chunk = FRAME.formatted("x".repeat(FLOOD_CHARACTERS));
        return model(socket -> {
            socket.stream();
            for (int i = 0; i < frames; i++) {
                socket.chunk(chunk);
                sent.addAndGet(chunk.length());
            }
            socket.chunk(END).end();
        });
    }

    /// A model whose first frame never ends.
    String floodsOneFrame() {
        String part = "x".repeat(FLOOD_CHARACTERS);
        return model(socket -> {
            socket.stream().chunk("data: {\"choices\":[{\"delta\":{\"content\":\"");
            while (true) {
                socket.chunk(part);
            }
        });
    }

    /// A model that never ends and writes 50 tokens a second.
    String paces() {
        return model(socket -> {
            socket.stream();
            for (int i = 0; ; i++) {
                socket.chunk(FRAME.formatted("w" + i + " "));
                StreamLoad.pause(20);
            }
        });
    }

    /// A model that takes the request and never answers.
    String hangs() {
        return model(BackendSocket::awaitClose);
    }

    /// A model that begins an answer and falls silent.
    String hangsInTheMiddle() {
        return model(socket -> {
            socket.stream().chunk(FRAME.formatted("Half"));
            socket.awaitClose();
        });
    }

    /// Bytes that it could write.
    long sent() {
        return sent.get();
    }

    /// When it learned, for each answer that was given up, that nobody listens; by `System.nanoTime`.
    Queue<Long> stopped() {
        return stopped;
    }

    static String question(String model) {
        return "{\"model\":\"" + model + "\",\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"Go.\"}]}";
    }

    private interface Script {
        void answer(BackendSocket socket) throws IOException;
    }

    private String model(Script script) {
        return backend.model((_, socket) -> {
            try {
                script.answer(socket);
            } finally {
                stopped.add(System.nanoTime());
                socket.close();
            }
        });
    }

    @Override
    public void close() throws IOException {
        backend.close();
    }
}
