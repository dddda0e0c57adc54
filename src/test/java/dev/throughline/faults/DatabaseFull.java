package dev.throughline.faults;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The file system with the tables has no room left, twice: for a moment, which streams survive, and for longer than a
/// commit is tried, which ends them with an error.
record DatabaseFull() implements Fault {
    private static final int STREAMS = 50;

    @Override
    public String name() {
        return "database-full";
    }

    @Override
    public Damage inflict(Ground ground) throws Exception {
        try (var disk = SmallDisk.mount(ground.folder().resolve("small"), 64)) {
            ground.server().execute("CREATE TABLESPACE small LOCATION '" + disk.folder() + "'");
            ground.server().execute("ALTER DATABASE " + ground.database().name() + " SET TABLESPACE small");
            try {
                return fill(ground, disk);
            } finally {
                ground.stopServices();
                disk.free();
                ground.server().execute("DROP DATABASE " + ground.database().name() + " WITH (FORCE)");
                ground.server().execute("DROP TABLESPACE small");
            }
        }
    }

    private static Damage fill(Ground ground, SmallDisk disk) throws Exception {
        Service service = ground.start(
                        Map.of("throughline.journal.retry-for", "4s", "throughline.journal.write-timeout", "1s"))
                .await();
        String brief = service.open(Map.of("scenario", "long", "tokens", 150, "pace", 20));
        List<Heard> survivors = stream(ground, service, brief, disk, 2_000);
        Judgement spared = Judgement.of(survivors, ground.database().settled(brief, 10), Set.of());
        String lasting = service.open(Map.of("scenario", "long", "tokens", 800, "pace", 20));
        List<Heard> victims = stream(ground, service, lasting, disk, 9_000);
        Duration recovery = Ground.recovery(service, System.nanoTime());
        Judgement lost = Judgement.of(victims, ground.database().settled(lasting, 10), Set.of("FAILED"));
        return lost.expect(spared.broken().isEmpty(), spared.broken().toString())
                .expect(survivors.stream().allMatch(Heard::isDone), "expected all streams to survive 2 s")
                .expect(
                        victims.stream().allMatch(one -> one.hasError() && !one.isDone()),
                        "expected every stream to end with an error, "
                                + victims.stream().filter(Heard::isDone).count() + " did not")
                .damage(
                        "disk full for 2 s under %d streams: %d survived; for 9 s, 4 allowed: %d of %d got an error"
                                .formatted(
                                        STREAMS,
                                        survivors.stream().filter(Heard::isDone).count(),
                                        victims.stream().filter(Heard::hasError).count(),
                                        STREAMS),
                        recovery);
    }

    private static List<Heard> stream(Ground ground, Service service, String run, SmallDisk disk, int millis)
            throws Exception {
        Load load = Load.once(service.url(), run, STREAMS);
        ground.database().awaitExchanges(run, STREAMS);
        Load.pause(500);
        disk.fill();
        Load.pause(millis);
        disk.free();
        return load.await(30);
    }

    /// A file system in memory that is small enough to be filled.
    private record SmallDisk(Path folder) implements AutoCloseable {
        private static final int BLOCK = 64 * 1024;

        /// @throws NotPossible where this process may not mount one
        static SmallDisk mount(Path folder, int mebibytes) throws IOException, NotPossible {
            Files.createDirectories(folder);
            String options = "size=" + mebibytes + "m,mode=0700";
            Optional<String> refused = run("mount", "-t", "tmpfs", "-o", options, "tmpfs", folder.toString());
            if (refused.isPresent()) {
                throw new NotPossible("no file system of its own can be had (" + refused.get() + ")");
            }
            return new SmallDisk(folder);
        }

        /// Leaves no room for another page.
        void fill() throws IOException {
            try (OutputStream out = Files.newOutputStream(filler())) {
                for (int size = BLOCK; size >= 512; size /= 2) {
                    write(out, new byte[size]);
                }
            }
        }

        private static void write(OutputStream out, byte[] block) {
            try {
                while (true) {
                    out.write(block);
                }
            } catch (IOException _) {
                // no space left
            }
        }

        void free() throws IOException {
            Files.deleteIfExists(filler());
        }

        private Path filler() {
            return folder.resolve("filler");
        }

        @Override
        public void close() throws IOException {
            run("umount", "-l", folder.toString());
        }

        /// Gives what a command says against it.
        private static Optional<String> run(String... command) throws IOException {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.onExit().join().exitValue() == 0 ? Optional.empty() : Optional.of(said.strip());
        }
    }
}
