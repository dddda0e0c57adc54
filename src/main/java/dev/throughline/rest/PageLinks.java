package dev.throughline.rest;

import dev.throughline.text.Sha256;
import io.quarkus.qute.RawString;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Where the links of a page lead: to the pages of the service, or to the files of a static site.
///
/// @param file of the page in the site, with slashes; empty for a page of the service
public record PageLinks(String file) {
    /// The request header that asks for a page of the matrix as a file of a site; its value is `file`.
    public static final String HEADER = "throughline-site-file";

    /// A page of the service.
    public static final PageLinks SERVICE = new PageLinks("");

    private static final int HASH_CHARACTERS = 12;
    private static final int LONGEST_NAME = 80;
    private static final String FILE = "([A-Za-z0-9_-][A-Za-z0-9._~-]*/){0,3}[A-Za-z0-9_-][A-Za-z0-9._~-]*\\.html";
    private static final Pattern PART = Pattern.compile("~(\\d{1,5})\\.html$");
    private static final Pattern CELL = Pattern.compile("/matrix/cells/([^/?#]+)");
    private static final Pattern PRODUCT =
            Pattern.compile("/matrix\\?(?:.*&)?(?:client|product|gateway|backend)=([^&#]+).*");
    private static final Map<String, String> FILES = Map.of(
            "/matrix", "index.html",
            "/matrix/can-i-use", "can-i-use.html",
            "/matrix/gateways", "gateways.html",
            "/matrix/first", "first.html");
    private static final List<MenuEntry> MENU = List.of(
            new MenuEntry("Matrix", "index.html"),
            new MenuEntry("Products", "products.html"),
            new MenuEntry("Can I use it?", "can-i-use.html"),
            new MenuEntry("Gateways", "gateways.html"),
            new MenuEntry("The first matrix", "first.html"),
            new MenuEntry("Changes", "changes.html"));

    /// An entry of the navigation of a site.
    public record MenuEntry(String word, String file) {}

    /// @param header the value of `HEADER`, null if the request has none
    public static PageLinks of(@Nullable String header) {
        return header == null || !header.matches(FILE) ? SERVICE : new PageLinks(header);
    }

    /// The file of a part of a long list.
    /// @param number from 1
    public static String part(String file, int number) {
        return number == 1 ? file : file.replaceFirst("\\.html$", "~" + number + ".html");
    }

    /// The file of a cell.
    public static String cell(String id) {
        return "cells/" + fileName(id) + ".html";
    }

    /// The file of the cells of a product.
    public static String product(String id) {
        return "products/" + fileName(id) + ".html";
    }

    /// A name as part of a file's name: the same on each file system, different for different names, never a path.
    public static String fileName(String name) {
        if (name.length() <= LONGEST_NAME && name.matches("[a-z0-9][a-z0-9_-]*(\\.[a-z0-9_-]+)*")) {
            return name;
        }
        String readable = name.replaceAll("[^A-Za-z0-9]+", "-");
        return readable.substring(0, Math.min(LONGEST_NAME - HASH_CHARACTERS, readable.length())) + "~"
                + Sha256.hex(name).substring(0, HASH_CHARACTERS);
    }

    public boolean isSite() {
        return !file.isEmpty();
    }

    /// The attribute `href`, with a space before it; empty where a site has no file of this page.
    /// @param address of a page of the service, or absolute; already encoded as a URL
    public RawString href(String address) {
        String target = isSite() ? target(address).map(this::to).orElse("") : address;
        return new RawString(
                target.isEmpty()
                        ? ""
                        : " href=\""
                                + target.replace("&", "&amp;")
                                        .replace("\"", "&quot;")
                                        .replace("<", "&lt;") + "\"");
    }

    /// A file of the site, relative to this page.
    public String to(String other) {
        return "../".repeat((int) file.chars().filter(one -> one == '/').count()) + other;
    }

    /// A style sheet or image.
    public String asset(String name) {
        return isSite() ? to("assets/" + name) : "/assets/" + name;
    }

    /// The next part of a list.
    /// @param address of it in the service
    public String next(String address) {
        return isSite() ? beside(number() + 1) : address;
    }

    /// The part of a list before this one in a site; else empty.
    public String previous() {
        return number() > 1 ? beside(number() - 1) : "";
    }

    public List<MenuEntry> menu() {
        return MENU;
    }

    private int number() {
        Matcher part = PART.matcher(file);
        return part.find() ? Integer.parseInt(part.group(1)) : 1;
    }

    private String beside(int number) {
        String first = PART.matcher(file).replaceFirst(".html");
        return part(first.substring(first.lastIndexOf('/') + 1), number);
    }

    private static Optional<String> target(String address) {
        Matcher cell = CELL.matcher(address);
        if (cell.matches()) {
            return Optional.of(cell(cell.group(1)));
        }
        Matcher product = PRODUCT.matcher(address);
        return product.matches()
                ? Optional.of(product(URLDecoder.decode(product.group(1), StandardCharsets.UTF_8)))
                : Optional.ofNullable(FILES.get(address));
    }
}
