package dev.throughline.faults;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// A file system in memory that is small enough to be filled.
record SmallDisk(Path folder) implements AutoCloseable {
    private static final int BLOCK = 64 * 1024;

    /// @throws FaultNotPossibleException where this process may not mount one
    static SmallDisk mount(Path folder, int mebibytes) throws IOException, FaultNotPossibleException {
        Files.createDirectories(folder);
        String options = "size=" + mebibytes + "m,mode=0700";
        Optional<String> refused = HostCommand.run("mount", "-t", "tmpfs", "-o", options, "tmpfs", folder.toString());
        if (refused.isPresent()) {
            throw new FaultNotPossibleException("no file system of its own can be had (" + refused.get() + ")");
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
        HostCommand.run("umount", "-l", folder.toString());
    }
}
