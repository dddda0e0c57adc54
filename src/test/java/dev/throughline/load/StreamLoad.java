package dev.throughline.load;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/// Streams that run at the same time, each followed by another until the load ends.
public final class StreamLoad {
    private final Queue<StreamedAnswer> heard = new ConcurrentLinkedQueue<>();
    private final List<Thread> clients = new ArrayList<>();
    private final LongAdder frames = new LongAdder();
    private volatile boolean isOver;
    private volatile boolean isTough;

    private StreamLoad() {}

    /// One stream each.
    public static StreamLoad once(URI service, String run, int streams) {
        return once(service, run, SseListener.QUESTION, streams);
    }

    /// The same with another question.
    public static StreamLoad once(URI service, String run, String question, int streams) {
        var streamLoad = new StreamLoad();
        streamLoad.isOver = true;
        streamLoad.start(service, run, question, streams);
        return streamLoad;
    }

    /// Stream after stream, until `stop` or until one breaks off.
    public static StreamLoad steady(URI service, String run, int streams) {
        var streamLoad = new StreamLoad();
        streamLoad.start(service, run, SseListener.QUESTION, streams);
        return streamLoad;
    }

    /// Stream after stream, until `stop`, whatever becomes of each.
    public static StreamLoad endless(URI service, String run, int streams) {
        var streamLoad = new StreamLoad();
        streamLoad.isTough = true;
        streamLoad.start(service, run, SseListener.QUESTION, streams);
        return streamLoad;
    }

    private void start(URI service, String run, String question, int streams) {
        for (int i = 0; i < streams; i++) {
            clients.add(Thread.ofVirtual().start(() -> {
                boolean goesOn;
                do {
                    StreamedAnswer answer = SseListener.listen(service, run, question, frames);
                    heard.add(answer);
                    goesOn = !isOver && (isTough || answer.isDone());
                    if (goesOn && !answer.isDone()) {
                        pause(200);
                    }
                } while (goesOn);
            }));
        }
    }

    /// Frames received so far, over all streams.
    public long frames() {
        return frames.sum();
    }

    /// Answers that are over.
    public List<StreamedAnswer> soFar() {
        return List.copyOf(heard);
    }

    /// Lets each stream come to its end.
    public void stop() {
        isOver = true;
    }

    /// All answers, once the last one is over.
    public List<StreamedAnswer> await(int seconds) throws InterruptedException {
        isOver = true;
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        for (Thread client : clients) {
            if (!client.join(java.time.Duration.ofNanos(Math.max(1, deadline - System.nanoTime())))) {
                throw new IllegalStateException("expected all streams to be over within " + seconds + " s");
            }
        }
        return soFar();
    }

    /// Waits.
    public static void pause(int millis) {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (System.nanoTime() < until) {
            LockSupport.parkNanos(until - System.nanoTime());
        }
    }
}
