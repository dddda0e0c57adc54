package dev.throughline.cli.matrix;

import dev.throughline.text.Sha256;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The files of a site by the addresses of the service that they were made from. Callable from several threads.
final class SiteAddresses {
    private static final int HASH_CHARACTERS = 12;
    private static final int LONGEST_NAME = 80;
    private static final Pattern PRODUCT =
            Pattern.compile("^/matrix\\?(?:.*&)?((?:client|product|gateway|backend)=[^&]+)");

    private final Map<String, String> files = new ConcurrentHashMap<>();

    /// Records the file of an address; the first one remains.
    /// @param address with its query, without host and fragment
    void add(String address, String file) {
        files.putIfAbsent(address, file);
    }

    /// The file of an address; a list of a product that is narrowed further has the file of the whole list.
    Optional<String> file(String address) {
        String wanted = address.replaceFirst("#.*$", "");
        return Optional.ofNullable(files.get(wanted)).or(() -> wholeList(wanted));
    }

    private Optional<String> wholeList(String address) {
        Matcher product = PRODUCT.matcher(address);
        return product.find() ? Optional.ofNullable(files.get("/matrix?" + product.group(1))) : Optional.empty();
    }

    /// The way from the folder of one file to another file of the site, never absolute.
    static String relative(String from, String to) {
        return "../".repeat((int) from.chars().filter(one -> one == '/').count()) + to;
    }

    /// A name as part of a file's name: the same on each file system, different for different names, never a path.
    static String fileName(String name) {
        boolean isPlain = name.matches("[a-z0-9][a-z0-9_-]*(\\.[a-z0-9_-]+)*") && name.length() <= LONGEST_NAME;
        if (isPlain) {
            return name;
        }
        String readable = name.replaceAll("[^A-Za-z0-9]+", "-");
        return readable.substring(0, Math.min(LONGEST_NAME - HASH_CHARACTERS, readable.length())) + "~"
                + Sha256.hex(name).substring(0, HASH_CHARACTERS);
    }
}
