package dev.throughline.render;

import dev.throughline.render.jinja.Origin;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Finds the answers of a prompt by the headers and stop strings of a profile. Text of messages that looks
/// like one of these is ignored.
final class AnswerFinder {
    private final Rendering rendering;
    private final String text;
    private final List<String> roles;
    private final ModelProfile profile;
    private final MessageRegions regions;

    AnswerFinder(Rendering rendering, List<String> roles, ModelProfile profile) {
        this.rendering = rendering;
        this.text = rendering.text();
        this.roles = roles;
        this.profile = profile;
        this.regions = new MessageRegions(rendering, roles.size());
    }

    List<AnswerRegion> find() {
        List<AnswerRegion> found = new ArrayList<>();
        for (int message = 0; message < roles.size(); message++) {
            if (roles.get(message).equals("assistant") && regions.isShown(message)) {
                found.add(answer(message));
            }
        }
        return found;
    }

    private AnswerRegion answer(int message) {
        int start = regions.start(message);
        int end = regions.end(message);
        int body = -1;
        int header = start;
        for (int at = start; body < 0 && at <= regions.content(message) && at < end; at++) {
            header = at;
            body = headerEnd(at);
        }
        if (body < 0) {
            throw new AttributionException("the profile does not fit: message " + message
                    + " has none of its headers at character " + start + " of the prompt");
        }
        Optional<String> stop = Optional.empty();
        int at = body;
        while (at < text.length() && (at < end || at == end || isBlank(end, at))) {
            stop = stopAt(at);
            if (stop.isPresent()) {
                break;
            }
            at++;
        }
        return stop.isPresent()
                ? new AnswerRegion(message, header, body, at, at + stop.get().length())
                : new AnswerRegion(message, header, body, Math.max(body, end), Math.max(body, end));
    }

    /// White space is allowed between an answer and the role marker that ends it.
    private boolean isBlank(int from, int to) {
        return text.substring(from, to).isBlank();
    }

    private int headerEnd(int at) {
        return profile.headers().stream()
                .filter(header -> text.startsWith(header, at) && !isText(at))
                .mapToInt(header -> at + header.length())
                .max()
                .orElse(-1);
    }

    private Optional<String> stopAt(int at) {
        return profile.stops().stream()
                .filter(stop -> text.startsWith(stop, at) && !isText(at))
                .findFirst();
    }

    private boolean isText(int at) {
        Origin origin = rendering.originAt(at);
        return MessageRegions.isBody(origin);
    }
}
