package dev.throughline.faults;

import dev.throughline.load.FaultDatabase;
import dev.throughline.load.FaultOutcome;
import dev.throughline.load.RecordAudit;
import dev.throughline.load.StreamLoad;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// Checks of a client and of a backend are interrupted (SIGINT, as by Ctrl-C) in the middle, with a service that runs
/// and with a separate one, and the client of another fails in its second turn: no run stays open, and what the
/// first turn showed is kept.
record CheckInterrupted() implements Fault {
    /// What a shell makes of a process that SIGINT ended.
    private static final int INTERRUPTED = 130;
    private static final int INCONCLUSIVE = 2;
    private static final String RECIPE = """
            {"name": "toy", "title": "Toy", "package": "toy", "binary": "toy", "dialects": ["openai-chat"],
             "variants": [], "model": "glm-4.7", "environment": {}, "files": [], "tools": [], "packages": [],
             "turns": [{"command": ["{{binary}}", "1", "{{openai}}"]}, {"command": ["{{binary}}", "2", "{{openai}}"]}],
             "turnTimeout": "PT60S"}""";
    /// Two turns of a chat that gives everything back. In the second one it writes a file and hangs, or fails.
    private static final String CLIENT = """
            import module java.base;
            import module java.net.http;

            class Toy {
                public static void main(String[] arguments) throws Exception {
                    String history = "{\\"role\\":\\"user\\",\\"content\\":\\"Hello\\"}";
                    Path first = Path.of("first.json");
                    if (arguments[2].equals("2")) {
                        String said = Files.readString(first);
                        history += ",{\\"role\\":\\"assistant\\",\\"content\\":" + field(said, "content")
                            + ",\\"reasoning_content\\":" + field(said, "reasoning_content")
                            + "},{\\"role\\":\\"user\\",\\"content\\":\\"Thank you\\"}";
                    }
                    HttpRequest request = HttpRequest.newBuilder(URI.create(arguments[3] + "/chat/completions"))
                        .header("content-type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(
                            "{\\"model\\":\\"glm-4.7\\",\\"messages\\":[" + history + "]}"))
                        .build();
                    HttpResponse<String> answer =
                        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
                    if (arguments[2].equals("1")) {
                        Files.writeString(first, answer.body());
                    } else if (arguments[0].equals("fail")) {
                        System.exit(4);
                    } else {
                        Files.writeString(Path.of(arguments[1]), "here");
                        new CountDownLatch(1).await(10, TimeUnit.MINUTES);
                    }
                }

                static String field(String json, String name) {
                    Matcher found = Pattern.compile("\\"" + name + "\\":(\\"(?:[^\\"\\\\\\\\]|\\\\\\\\.)*\\")").matcher(json);
                    return found.find() ? found.group(1) : "\\"\\"";
                }
            }
            """;
    private static final String OPEN =
            "SELECT count(*) FROM run WHERE state <> 'SEALED' AND label LIKE 'check client%'";
    private static final String OF_TWO_TURNS = "SELECT count(*) FROM run WHERE exchanges = 2 AND seal_reason ~ '%s'";
    private static final String EVIDENCE = """
            SELECT count(*) FROM observed_item o JOIN run r USING (run_id) JOIN verdict USING (run_id)
            WHERE r.seal_reason LIKE '%exit code 4 in turn 2%' AND o.due = 'MUST'""";

    @Override
    public String name() {
        return "check-interrupted";
    }

    @Override
    public FaultOutcome inflict(FaultEnvironment faultEnvironment) throws Exception {
        ServiceProcess serviceProcess = faultEnvironment.serve();
        Path toys = toys(faultEnvironment.folder());
        List<String> broken = new ArrayList<>();
        Duration longest = Duration.ZERO;
        for (List<String> server : List.of(
                List.<String>of(), List.of("--server", serviceProcess.url().toString()))) {
            Duration client = interruptClient(faultEnvironment, toys, server, broken);
            Duration backend = interruptBackend(faultEnvironment, server, broken);
            longest = client.compareTo(longest) > 0 ? client : longest;
            longest = backend.compareTo(longest) > 0 ? backend : longest;
            Process failing = client(faultEnvironment, toys.resolve("fail"), server);
            boolean isOver = failing.waitFor(120, TimeUnit.SECONDS);
            int code = isOver ? failing.exitValue() : -1;
            failing.destroyForcibly();
            if (code != INCONCLUSIVE) {
                broken.add("a check whose second turn failed ended with " + code + ", expected " + INCONCLUSIVE);
            }
        }
        FaultDatabase faultDatabase = faultEnvironment.faultDatabase();
        long interrupted = faultDatabase.number(OF_TWO_TURNS.formatted("interrupted|was stopped"));
        long failed = faultDatabase.number(OF_TWO_TURNS.formatted("exit code 4 in turn 2"));
        long evidence = faultDatabase.number(EVIDENCE);
        RecordAudit recordAudit = RecordAudit.of(List.of(), Map.of(), Set.of())
                .expect(faultDatabase.number(OPEN) == 0, "runs stay open: " + faultDatabase.number(OPEN))
                .expect(interrupted == 2, "expected 2 runs that say they were interrupted, found " + interrupted)
                .expect(failed == 2, "expected 2 runs that say what failed, found " + failed)
                .expect(evidence > 0, "expected evidence of the first turns");
        broken.forEach(promise -> recordAudit.expect(false, promise));
        return recordAudit.damage(
                "SIGINT of 4 checks in the middle, with a service and with their own: none left a run open; 2 failed in"
                        + " turn 2, %d observations of turn 1 kept".formatted(evidence),
                longest);
    }

    private static Path toys(Path folder) throws IOException {
        Path toys = Files.createDirectories(folder.resolve("toys"));
        Files.createDirectories(toys.resolve("recipes"));
        Files.writeString(toys.resolve("recipes/toy.json"), RECIPE);
        Path source = toys.resolve("Toy.java");
        Files.writeString(source, CLIENT);
        for (String mode : List.of("hang", "fail")) {
            Path program = toys.resolve(mode);
            Files.writeString(
                    program,
                    "#!/bin/sh\nexec '%s' '%s' %s '%s' \"$@\"\n"
                            .formatted(java(), source, mode, toys.resolve("turn-2")));
            if (!program.toFile().setExecutable(true)) {
                throw new IOException(program + " cannot be made executable");
            }
        }
        return toys;
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private static Duration interruptClient(
            FaultEnvironment faultEnvironment, Path toys, List<String> server, List<String> broken) throws Exception {
        Path hanging = toys.resolve("turn-2");
        Files.deleteIfExists(hanging);
        Process check = client(faultEnvironment, toys.resolve("hang"), server);
        for (int tries = 0; tries < 1_200 && check.isAlive() && !Files.exists(hanging); tries++) {
            StreamLoad.pause(100);
        }
        if (!Files.exists(hanging)) {
            broken.add("the check never reached its second turn");
        }
        return interrupt(check, broken);
    }

    private static Duration interruptBackend(
            FaultEnvironment faultEnvironment, List<String> server, List<String> broken) throws Exception {
        try (var backend = new FakeBackend()) {
            String model = backend.hangs();
            List<String> command = new ArrayList<>(
                    List.of("check", "backend", "--url", backend.url(), "--model", model, "--timeout", "600"));
            command.addAll(server);
            Process check = start(faultEnvironment, command);
            for (int tries = 0; tries < 600 && check.isAlive() && !backend.isAsked(model); tries++) {
                StreamLoad.pause(100);
            }
            if (!backend.isAsked(model)) {
                broken.add("the backend was never asked");
            }
            return interrupt(check, broken);
        }
    }

    /// Ctrl-C, and the time until the process is gone.
    private static Duration interrupt(Process check, List<String> broken) throws Exception {
        long told = System.nanoTime();
        Optional<String> refused = HostCommand.run("kill", "-INT", Long.toString(check.pid()));
        boolean isGone = check.waitFor(30, TimeUnit.SECONDS);
        if (refused.isPresent() || !isGone || check.exitValue() != INTERRUPTED) {
            broken.add("an interrupted check " + (isGone ? "ended with " + check.exitValue() : "went on")
                    + ", expected " + INTERRUPTED);
        }
        check.descendants().forEach(ProcessHandle::destroyForcibly);
        check.destroyForcibly();
        return Duration.ofNanos(System.nanoTime() - told);
    }

    private static Process client(FaultEnvironment faultEnvironment, Path program, List<String> server)
            throws IOException {
        Path recipes = program.resolveSibling("recipes");
        List<String> command = new ArrayList<>(List.of(
                "check",
                "client",
                "toy@1.0.0",
                "--recipes",
                recipes.toString(),
                "--binary",
                program.toString(),
                "--scenario",
                "chat"));
        command.addAll(server);
        return start(faultEnvironment, command);
    }

    /// A shell in the background has its commands ignore SIGINT, and they hand that on.
    private static Process start(FaultEnvironment faultEnvironment, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(
                List.of("env", "--default-signal=INT", java(), "-jar", "target/quarkus-app/quarkus-run.jar"));
        command.addAll(arguments);
        Path log = Files.createTempFile(faultEnvironment.folder(), "check-", ".log");
        var builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment()
                .put(
                        "THROUGHLINE_DATABASE_URL",
                        faultEnvironment.faultDatabase().url());
        return builder.start();
    }
}
