package dev.throughline.access;

import dev.throughline.testing.EventLoopWatch;
import dev.throughline.testing.Expensive;
import dev.throughline.testing.HostileBody;
import dev.throughline.testing.KeysProfile;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/// With keys on no request holds an event loop either: not with a key, and not without a good one.
@Expensive(25)
@QuarkusTest
@TestProfile(KeysProfile.class)
@Timeout(120)
class EventLoopsWithKeysIT {
    private static final String CHAT = "/v1/chat/completions";

    @Inject
    Vertx vertx;

    @ParameterizedTest
    @EnumSource
    void aKeyThatMayAskHoldsNoEventLoop(HostileBody body) throws Exception {
        KeyedHttpClient owner = KeyedHttpClient.with(Scope.RUN);
        String path = "/r/" + owner.run("{}") + CHAT;
        owner.post(path, body.small(path, "m"));
        String hostile = body.of(path, "m");

        HttpResponse<String> answer =
                EventLoopWatch.watched(vertx, () -> owner.post(path, hostile).response());

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(body == HostileBody.DEEP ? 400 : 200);
    }

    @ParameterizedTest
    @EnumSource
    void aKeyThatIsNoneHoldsNoEventLoop(HostileBody body) throws Exception {
        KeyedHttpClient stranger = KeyedHttpClient.sending("authorization", "Bearer tl_unknown");
        String path = "/stub" + CHAT;
        stranger.post(path, body.small(path, "m"));
        String hostile = body.medium(path, "m");

        HttpResponse<String> answer =
                EventLoopWatch.watched(vertx, () -> stranger.post(path, hostile).response());

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(401);
    }

    @ParameterizedTest
    @EnumSource
    void aRunThatIsNoneHoldsNoEventLoop(HostileBody body) throws Exception {
        String path = "/r/aaaaaaaaaaaaaaaaaaaaaaaaa" + CHAT;
        KeyedHttpClient.NOBODY.post(path, body.small(path, "m"));
        String hostile = body.medium(path, "m");

        HttpResponse<String> answer = EventLoopWatch.watched(
                vertx, () -> KeyedHttpClient.NOBODY.post(path, hostile).response());

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(404);
    }
}
