package dev.throughline.stub;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.vendor.IssuedThoughts;
import dev.throughline.vendor.PrefixHash;
import dev.throughline.vendor.Profile;
import dev.throughline.vendor.RuleBook;
import dev.throughline.vendor.VendorLaw;
import dev.throughline.vendor.VendorRequest;
import dev.throughline.vendor.Violation;
import dev.throughline.wire.StrictJson;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// The issuer of the stub's answers: a server of no vendor, or one that gives and refuses what a profile of the
/// rule book says.
///
/// The proof of a vendor says for which thought it was issued, under a MAC with the run's key: what comes back
/// is judged without a memory, and a proof of another run is one of another vendor.
///
/// @param key of the run
/// @param profile of the request's model; empty for none
/// @param answerKey from which the ids of the answer's items are made
/// @param betas that the request's headers name
public record StubIssuer(byte[] key, Optional<Profile> profile, String answerKey, Set<String> betas) {
    private static final int MAC_BYTES = 16;
    private static final String NONE = "none";

    public StubIssuer {
        betas = Set.copyOf(betas);
    }

    /// A server of no vendor.
    public static StubIssuer plain(byte[] key) {
        return new StubIssuer(key, Optional.empty(), "", Set.of());
    }

    /// Whether the stub can answer as a profile: in a dialect of clients, with proofs that it can write.
    public static boolean isPlayed(Profile profile) {
        return Arrays.stream(Dialect.values())
                        .anyMatch(dialect -> profile.forms().contains(dialect.id()))
                && !gives(profile, "proof").equals("thought_signature");
    }

    /// The ids of the profiles that the stub can answer as.
    public static List<String> played(RuleBook book) {
        return book.profiles().values().stream()
                .filter(StubIssuer::isPlayed)
                .map(Profile::id)
                .toList();
    }

    /// Whether its Responses items have readable reasoning in `summary` only.
    public boolean isSummaryOnly() {
        return profile.filter(known -> gives(known, "text").equals("summary")).isPresent();
    }

    /// Whether its vendor refuses a call that comes back without its thought: such a vendor gives each call one.
    boolean demandsThoughts() {
        return profile.filter(Profile::isRepaired).isPresent();
    }

    /// Its vendor's findings about a request; empty without a vendor.
    List<Violation> violations(Conversation request) {
        return profile.stream()
                .flatMap(known -> VendorLaw.judge(
                        known,
                        new VendorRequest(request.dialect().id(), request.body(), betas, Set.of(), Map.of()),
                        this::origin)
                        .stream())
                .toList();
    }

    /// The blocks of an answer with this issuer's proofs of thoughts, and with its ids; without thoughts if it
    /// hides them.
    List<ScriptBlock> issued(List<ScriptBlock> script, Conversation request) {
        List<ScriptBlock> blocks = new ArrayList<>();
        boolean isHidden = profile.filter(
                        known -> gives(known, "form").equals(NONE) && request.dialect() == Dialect.OPENAI_CHAT)
                .isPresent();
        for (ScriptBlock block : script) {
            switch (block) {
                case ScriptBlock.Call call -> blocks.add(call.named(callId(call, calls(request) + blocks.size())));
                case ScriptBlock.Reasoning reasoning -> {
                    if (!isHidden) {
                        blocks.add(reasoning);
                    }
                }
                case ScriptBlock.Text text -> blocks.add(text);
                case ScriptBlock.Redacted redacted -> blocks.add(redacted);
            }
        }
        for (int i = 0; i < blocks.size(); i++) {
            if (blocks.get(i) instanceof ScriptBlock.Reasoning(String token, String text, String _)) {
                blocks.set(i, new ScriptBlock.Reasoning(token, text, proof(request, blocks, i, text)));
            }
        }
        return blocks;
    }

    private String proof(Conversation request, List<ScriptBlock> blocks, int at, String text) {
        var signer = new StubSigner(key);
        if (profile.isEmpty()) {
            return signer.sign(text);
        }
        if (isUnproven(profile.get(), request.dialect())) {
            return "";
        }
        ObjectNode thought = JsonNodeFactory.instance.objectNode();
        thought.put("vendor", profile.get().vendor())
                .put("model", request.model())
                .put("form", request.dialect() == Dialect.RESPONSES ? "reasoning" : "thinking")
                .put("id", request.dialect() == Dialect.RESPONSES ? "rs_" + answerKey + "_" + at : "")
                .put("text", text)
                .put("neighbour", at + 1 < blocks.size() ? neighbour(blocks.get(at + 1)) : "")
                .put(
                        "prefix",
                        PrefixHash.of(
                                request.body(), request.body().path("messages").size()));
        byte[] said = StrictJson.write(thought);
        byte[] mac = Arrays.copyOf(signer.mac(said), MAC_BYTES);
        byte[] proof = Arrays.copyOf(mac, MAC_BYTES + said.length);
        System.arraycopy(said, 0, proof, MAC_BYTES, said.length);
        return Base64.getEncoder().encodeToString(proof);
    }

    /// Open servers seal nothing in Responses. A block of Messages has a signature always, which some leave empty.
    private static boolean isUnproven(Profile known, Dialect dialect) {
        return gives(known, "proof").equals(NONE) && dialect == Dialect.RESPONSES
                || gives(known, "signature").equals("empty") && dialect == Dialect.ANTHROPIC;
    }

    private static String neighbour(ScriptBlock block) {
        return switch (block) {
            case ScriptBlock.Call call -> call.id();
            case ScriptBlock.Text _ -> "text";
            case ScriptBlock.Reasoning _, ScriptBlock.Redacted _ -> "thought";
        };
    }

    /// Opaque data that the stub gives beside proofs is nobody's thought, so that nothing is known of it.
    private IssuedThoughts.Origin origin(String proof) {
        try {
            byte[] bytes = Base64.getDecoder().decode(proof);
            if (bytes.length > MAC_BYTES) {
                byte[] said = Arrays.copyOfRange(bytes, MAC_BYTES, bytes.length);
                byte[] mac = Arrays.copyOf(new StubSigner(key).mac(said), MAC_BYTES);
                if (MessageDigest.isEqual(mac, Arrays.copyOf(bytes, MAC_BYTES))) {
                    return new IssuedThoughts.Origin.Known(
                            thought(StrictJson.MAPPER.readTree(new String(said, StandardCharsets.UTF_8))));
                }
            }
        } catch (IllegalArgumentException | JsonProcessingException _) {
            // no proof of this run
        }
        return new IssuedThoughts.Origin.Foreign();
    }

    private static IssuedThoughts.Thought thought(JsonNode said) {
        return new IssuedThoughts.Thought(
                said.path("vendor").asText(),
                said.path("model").asText(),
                said.path("form").asText(),
                said.path("id").asText(),
                said.path("text").asText(),
                said.path("neighbour").asText(),
                Map.of(),
                said.path("prefix").asText());
    }

    private String callId(ScriptBlock.Call call, int place) {
        String form = profile.map(known -> gives(known, "call-id")).orElse("");
        return form.isEmpty()
                ? call.id()
                : form.replace("{name}", call.name())
                        .replace("{place}", Integer.toString(place))
                        .replace("{9}", last(call.id(), 9))
                        .replace("{24}", last(call.id(), 24));
    }

    private static String last(String id, int length) {
        return id.substring(id.length() - length);
    }

    private static int calls(Conversation request) {
        return request.body()
                .path(request.dialect() == Dialect.RESPONSES ? "input" : "messages")
                .size();
    }

    private static String gives(Profile known, String what) {
        return known.gives().getOrDefault(what, "");
    }

    /// Signs reasoning: HMAC-SHA256 over its UTF-8 with the run's key, base 64, so that a change of a single
    /// byte is detected.
    static final class StubSigner {
        private static final String ALGORITHM = "HmacSHA256";

        private final SecretKeySpec key;

        StubSigner(byte[] key) {
            this.key = new SecretKeySpec(key, ALGORITHM);
        }

        String sign(String reasoning) {
            return Base64.getEncoder().encodeToString(mac(reasoning.getBytes(StandardCharsets.UTF_8)));
        }

        /// 32 bytes.
        byte[] mac(byte[] bytes) {
            try {
                Mac mac = Mac.getInstance(ALGORITHM);
                mac.init(key);
                return mac.doFinal(bytes);
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException("every JDK has " + ALGORITHM, e);
            }
        }
    }
}
