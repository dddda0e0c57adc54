package dev.throughline.harness.probe;

/// How a server handles user text in the form of an array of parts.
public enum ContentArraySupport {
    ACCEPTED,
    REFUSED,
    /// Accepted, but the text does not reach the prompt.
    DROPPED,
    /// Not tested, or inconclusive.
    UNKNOWN;

    /// Whether they must be flattened for this server.
    public boolean mustBeFlat() {
        return this == REFUSED || this == DROPPED;
    }

    /// Requests one token with an array, then looks for its text in the prompt as far as that is visible.
    public static ContentArraySupport probe(
            ProbedServer probedServer, DialectClient dialectClient, String model, ProofMethod proofMethod, int turns) {
        PlantedHistory plantedHistory = ProbeHistories.within(turns);
        ProbeRequest flat = ProbeRequest.of(model, plantedHistory.inUserText(), 1);
        ServerReply serverReply = probedServer.ask(
                dialectClient.dialect(), dialectClient.dialect().path(), dialectClient.body(flat.withArrays()));
        if (!(serverReply instanceof ServerReply.Answered answer)) {
            return UNKNOWN;
        }
        if (!answer.isGood()) {
            return answer.status() < 500 ? REFUSED : UNKNOWN;
        }
        return TokenMeter.of(probedServer, dialectClient).stream()
                .filter(tokenMeter -> tokenMeter.proof() == proofMethod)
                .findFirst()
                .map(tokenMeter -> seen(tokenMeter, flat, plantedHistory))
                .orElse(ACCEPTED);
    }

    private static ContentArraySupport seen(TokenMeter tokenMeter, ProbeRequest flat, PlantedHistory plantedHistory) {
        PromptMeasurement without = tokenMeter.measure(ProbeRequest.of(flat.model(), plantedHistory.history(), 1));
        ReachScale reachScale = new ReachScale(without, tokenMeter.measure(flat), plantedHistory);
        return switch (reachScale.read(tokenMeter.measure(flat.withArrays())).status()) {
            case BROKEN, PARTIAL -> DROPPED;
            case PRESERVED -> ACCEPTED;
            case INCONCLUSIVE, NOT_EXERCISED, UNSUPPORTED, ERROR -> UNKNOWN;
        };
    }
}
