package dev.throughline.harness.probe.history;

import dev.throughline.harness.probe.dialect.Ask;
import dev.throughline.harness.probe.dialect.Histories;
import dev.throughline.harness.probe.dialect.Planted;
import dev.throughline.harness.probe.dialect.Speech;
import dev.throughline.harness.probe.server.Reply;
import dev.throughline.harness.probe.server.Server;

/// What a server makes of user text that comes as an array of parts.
public enum ContentArrays {
    ACCEPTED,
    REFUSED,
    /// Accepted, but the text does not reach the prompt.
    DROPPED,
    /// Not tried, or not to be told.
    UNKNOWN;

    /// Whether they must be flattened for this server.
    public boolean mustBeFlat() {
        return this == REFUSED || this == DROPPED;
    }

    /// Asks for one token with an array, then looks for its text in the prompt as far as that can be seen.
    public static ContentArrays probe(Server server, Speech speech, String model, Proof proof, int turns) {
        Planted planted = Histories.within(turns);
        Ask flat = Ask.of(model, planted.inUserText(), 1);
        Reply reply = server.ask(speech.dialect(), speech.dialect().path(), speech.body(flat.withArrays()));
        if (!(reply instanceof Reply.Answered answer)) {
            return UNKNOWN;
        }
        if (!answer.isGood()) {
            return answer.status() < 500 ? REFUSED : UNKNOWN;
        }
        return Meter.of(server, speech).stream()
                .filter(meter -> meter.proof() == proof)
                .findFirst()
                .map(meter -> seen(meter, flat, planted))
                .orElse(ACCEPTED);
    }

    private static ContentArrays seen(Meter meter, Ask flat, Planted planted) {
        Measure without = meter.measure(Ask.of(flat.model(), planted.history(), 1));
        Scale scale = new Scale(without, meter.measure(flat), planted.reasoning());
        return switch (scale.read(meter.measure(flat.withArrays())).status()) {
            case BROKEN, PARTIAL -> DROPPED;
            case PRESERVED -> ACCEPTED;
            case INCONCLUSIVE, NOT_EXERCISED, UNSUPPORTED, ERROR -> UNKNOWN;
        };
    }
}
