package dev.throughline.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// The wall clock of one process, moved while it runs by libfaketime (Debian: faketime). The clock that never goes
/// back stays as it is, as it does when an operator sets the time.
/// @param file holds by how many seconds the clock is off
record FakeClock(Path library, Path file) {
    private static final List<Path> LIBRARIES = List.of(
            Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"),
            Path.of("/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1"),
            Path.of("/usr/lib64/faketime/libfaketimeMT.so.1"),
            Path.of("/usr/lib/faketime/libfaketimeMT.so.1"));

    /// A clock that is right at first.
    /// @throws FaultNotPossibleException where libfaketime is not installed
    static FakeClock in(Path folder) throws IOException, FaultNotPossibleException {
        Path found = LIBRARIES.stream()
                .filter(Files::exists)
                .findFirst()
                .orElseThrow(() -> new FaultNotPossibleException(
                        "libfaketime is not installed (Debian: apt-get install faketime)"));
        var clock = new FakeClock(found, folder.resolve("clock"));
        clock.setBack(Duration.ZERO);
        return clock;
    }

    /// What the process needs in its environment.
    Map<String, String> environment() {
        return Map.of(
                "LD_PRELOAD", library.toString(),
                "FAKETIME_TIMESTAMP_FILE", file.toString(),
                "FAKETIME_CACHE_DURATION", "1",
                "FAKETIME_DONT_FAKE_MONOTONIC", "1",
                "DONT_FAKE_MONOTONIC", "1",
                // Debian's build mends waits as glibc before 2.30 needs it: those by the clock that is not faked,
                // which are all of the JDK's, would be over at once.
                "FAKETIME_FORCE_MONOTONIC_FIX", "0");
    }

    /// By how much the clock is behind, from within a second on.
    void setBack(Duration behind) throws IOException {
        set("-", behind);
    }

    /// By how much the clock is ahead, from within a second on.
    void setForward(Duration ahead) throws IOException {
        set("+", ahead);
    }

    private void set(String sign, Duration off) throws IOException {
        Path next = file.resolveSibling("clock.next");
        Files.writeString(next, sign + off.toSeconds() + "\n");
        Files.move(next, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }
}
