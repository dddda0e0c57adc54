package dev.throughline.faults;

import dev.throughline.load.FaultOutcome;
import dev.throughline.load.RecordAudit;
import dev.throughline.load.StreamLoad;
import dev.throughline.load.StreamedAnswer;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

/// Everything that would fill the heap, on a heap of 256 MiB: large bodies for a run that does not exist
/// and for one that does, many long histories at once, bodies that are small on the wire and large once
/// decoded, answers of a backend without an end. Other clients must not notice.
record MemoryAttacked() implements Fault {
    private static final int HEAP_MEBIBYTES = 256;
    private static final int STREAMS = 10;
    private static final int LARGE = 31_000_000;
    private static final int HISTORY = 4_500_000;
    private static final int SECONDS = 240;
    private static final int ENDLESS_SECONDS = 15;
    private static final int FRAMES = 2_000;
    private static final int SHOWN = 400;
    private static final String FAILED = "response.failed";
    /// How often a Responses stream repeats a text: as deltas, in the ends of the text, the part and the
    /// item, and at its end.
    private static final int TIMES_SAID = 5;

    @Override
    public String name() {
        return "memory-attacked";
    }

    @Override
    public boolean isAlone() {
        return true;
    }

    @Override
    public FaultOutcome inflict(FaultEnvironment faultEnvironment) throws Exception {
        try (var backend = new FakeBackend()) {
            ServiceProcess serviceProcess = faultEnvironment.serve(HEAP_MEBIBYTES, backend.settings());
            String steady = serviceProcess.open(Map.of("scenario", "long", "tokens", 50, "pace", 20));
            String stub = serviceProcess.open(Map.of("scenario", "plain"));
            String proxied = FakeBackend.open(serviceProcess);
            StreamLoad others = StreamLoad.steady(serviceProcess.url(), steady, STREAMS);
            var seen = new TreeMap<String, Map<String, Long>>();
            byte[] large = chat("glm-4.7", false, "x".repeat(LARGE));
            byte[] history = history();
            String endless = backend.floods(Integer.MAX_VALUE);
            String finite = backend.floods(FRAMES);
            String frame = backend.floodsOneFrame();
            seen.put("24 of 31 MB to no run", attack(serviceProcess, 24, "/r/aaaaaaaaaaaaaaaaaaaaaaaaa" + CHAT, large));
            seen.put("24 of 31 MB", attack(serviceProcess, 24, "/r/" + stub + CHAT, large));
            seen.put("120 histories of 4.5 MB", attack(serviceProcess, 120, "/r/" + stub + CHAT, history));
            seen.put("24 of 10^7 empty arrays", attack(serviceProcess, 24, "/r/" + stub + CHAT, arrays()));
            seen.put(
                    "8 endless answers",
                    attack(serviceProcess, 8, "/r/" + proxied + CHAT, chat(endless, false, "Go.")));
            seen.put("8 endless frames", attack(serviceProcess, 8, "/r/" + proxied + CHAT, chat(frame, true, "Go.")));
            seen.put("8 endless Responses streams", attack(8, () -> endless(serviceProcess, proxied, endless)));
            seen.put("4 Responses streams of 32 MB", attack(4, () -> whole(serviceProcess, proxied, finite)));
            List<StreamedAnswer> heard = others.await(60);
            RecordAudit recordAudit = expectAnswers(
                    RecordAudit.of(heard, faultEnvironment.faultDatabase().settled(steady, 5), Set.of())
                            .expect(
                                    heard.stream().allMatch(StreamedAnswer::isDone),
                                    "expected the other streams to end well")
                            .expect(
                                    serviceProcess.isReady(),
                                    "expected the service to be alive; its log ends with " + serviceProcess.tail()),
                    seen);
            return FaultOutcome.of(
                    "heap %d MiB; %s; beside them %d answers".formatted(HEAP_MEBIBYTES, seen, heard.size()),
                    recordAudit,
                    Duration.ZERO);
        }
    }

    private static RecordAudit expectAnswers(RecordAudit recordAudit, Map<String, Map<String, Long>> seen) {
        return recordAudit
                .expect(
                        seen.get("24 of 31 MB to no run").keySet().equals(Set.of("404")),
                        "expected 404 for every body to no run, found " + seen)
                .expect(
                        seen.get("120 histories of 4.5 MB").keySet().stream().allMatch(Set.of("200", "503")::contains),
                        "expected an answer or 503 for every history, found " + seen)
                .expect(
                        seen.get("8 endless Responses streams").keySet().stream()
                                .allMatch(Set.of("200 and went on", "200 and failed")::contains),
                        "expected every endless stream to go on or to end with an error, found " + seen)
                .expect(
                        seen.get("4 Responses streams of 32 MB").keySet().stream()
                                .allMatch(Set.of("completed", "failed")::contains),
                        "expected every long stream to repeat its answer or to end with an error, found " + seen)
                .expect(
                        seen.values().stream().noneMatch(counts -> counts.containsKey("none")),
                        "expected an answer to every request, found " + seen);
    }

    private static final String CHAT = "/v1/chat/completions";

    /// Sends so many requests at once, and counts the statuses of their answers.
    private static Map<String, Long> attack(ServiceProcess serviceProcess, int count, String path, byte[] body)
            throws InterruptedException {
        return attack(count, () -> status(serviceProcess.url(), path, body));
    }

    private static Map<String, Long> attack(int count, Supplier<String> attacker) throws InterruptedException {
        Queue<String> statuses = new ConcurrentLinkedQueue<>();
        List<Thread> clients = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            clients.add(Thread.ofVirtual().start(() -> statuses.add(attacker.get())));
        }
        for (Thread client : clients) {
            client.join(Duration.ofSeconds(SECONDS));
        }
        var counts = new TreeMap<String, Long>();
        statuses.forEach(status -> counts.merge(status, 1L, Long::sum));
        return counts;
    }

    private static String status(URI service, String path, byte[] body) {
        try (var socket = new Socket(service.getHost(), service.getPort())) {
            socket.setSoTimeout(SECONDS * 1_000);
            Thread.ofVirtual().start(() -> write(socket, service, path, body));
            InputStream in = socket.getInputStream();
            String status = status(in);
            while (in.read(new byte[65_536]) >= 0) {
                // to its end
            }
            return status;
        } catch (IOException _) {
            return "none";
        }
    }

    private static String status(InputStream in) throws IOException {
        String head = new String(in.readNBytes("HTTP/1.1 200".length()), StandardCharsets.US_ASCII);
        return head.length() < 12 ? "none" : head.substring(9);
    }

    /// Reads a stream for a while and leaves. Its text waits in memory, within the budget; without room it ends with an
    /// error.
    private static String endless(ServiceProcess serviceProcess, String run, String model) {
        try (var socket =
                new Socket(serviceProcess.url().getHost(), serviceProcess.url().getPort())) {
            socket.setSoTimeout(SECONDS * 1_000);
            write(socket, serviceProcess.url(), "/r/" + run + "/v1/responses", responses(model));
            InputStream in = socket.getInputStream();
            String status = status(in);
            long end = System.nanoTime() + Duration.ofSeconds(ENDLESS_SECONDS).toNanos();
            var bytes = new byte[65_536];
            String last = "";
            boolean isFailed = false;
            while (System.nanoTime() < end) {
                int count = in.read(bytes);
                if (count < 0) {
                    return status + (isFailed ? " and failed" : " and ended with " + last);
                }
                last += new String(bytes, 0, count, StandardCharsets.ISO_8859_1);
                isFailed |= last.contains(FAILED); // the frame that says so repeats the text behind it
                last = last.substring(Math.max(0, last.length() - SHOWN));
            }
            return status + " and went on";
        } catch (IOException _) {
            return "none";
        }
    }

    /// Reads a stream to its end, and counts its text.
    private static String whole(ServiceProcess serviceProcess, String run, String model) {
        try (var socket =
                new Socket(serviceProcess.url().getHost(), serviceProcess.url().getPort())) {
            socket.setSoTimeout(SECONDS * 1_000);
            write(socket, serviceProcess.url(), "/r/" + run + "/v1/responses", responses(model));
            var lines = new BufferedInputStream(socket.getInputStream(), 65_536);
            long letters = 0;
            var names = new StringBuilder();
            for (int unit = lines.read(); unit >= 0; unit = lines.read()) {
                if (unit == 'x') {
                    letters++;
                } else if (unit == '_' || unit == '.' || unit >= 'a' && unit <= 'w') {
                    names.append((char) unit);
                }
            }
            long said = (long) TIMES_SAID * FRAMES * FakeBackend.FLOOD_CHARACTERS;
            boolean isCompleted = names.indexOf("response.completed") >= 0;
            boolean isFailed = names.indexOf(FAILED) >= 0;
            return isCompleted && letters >= said
                    ? "completed"
                    : isFailed && !isCompleted ? "failed" : "letters=" + letters + " completed=" + isCompleted;
        } catch (IOException _) {
            return "none";
        }
    }

    private static void write(Socket socket, URI service, String path, byte[] body) {
        try {
            OutputStream out = socket.getOutputStream();
            out.write(("POST " + path + " HTTP/1.1\r\nhost: " + service.getHost() + ":" + service.getPort()
                            + "\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: "
                            + body.length
                            + "\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            out.write(body);
        } catch (IOException _) {
            // answered before it was read
        }
    }

    private static byte[] chat(String model, boolean stream, String text) {
        return ("{\"model\":\"" + model + "\",\"stream\":" + stream + ",\"messages\":[{\"role\":\"user\",\"content\":\""
                        + text + "\"}]}")
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] responses(String model) {
        return ("{\"model\":\"" + model + "\",\"stream\":true,\"input\":\"Go.\"}").getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] history() {
        var text = new StringBuilder("{\"model\":\"glm-4.7\",\"messages\":[");
        for (int i = 0; text.length() < HISTORY; i++) {
            text.append("{\"role\":\"").append(i % 2 == 0 ? "user" : "assistant");
            text.append("\",\"content\":\"").append("word ".repeat(200)).append("\"},");
        }
        return text.append("{\"role\":\"user\",\"content\":\"And now?\"}]}")
                .toString()
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] arrays() {
        return ("{\"model\":\"glm-4.7\",\"messages\":[{\"role\":\"user\",\"content\":\"x\"}],\"x\":["
                        + "[],".repeat(10_000_000) + "[]]}")
                .getBytes(StandardCharsets.US_ASCII);
    }
}
