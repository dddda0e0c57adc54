package dev.throughline.gateway;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.access.RequestOrigin;
import dev.throughline.client.ClientProduct;
import dev.throughline.gateway.admission.DialectRequest;
import dev.throughline.gateway.admission.RunAddress;
import dev.throughline.text.Webhook;
import io.vertx.core.MultiMap;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;

/// Posts losses of live traffic to `throughline.webhook`: of each run of a default URL the first request that lost or
/// changed earlier reasoning, once it is answered. No text of a conversation is posted.
///
/// One post is in progress at a time; losses found meanwhile are in the next. What a receiver did not accept is posted
/// again until it does. While a hundred losses wait, those of further runs are left to their next request.
/// Thread-safe: requests end on all event loops.
@Singleton
class LossWebhook {
    private static final Logger LOG = Logger.getLogger(LossWebhook.class);
    private static final int MOST_WAITING = 100;
    private static final int MOST_RUNS = 10_000;
    private static final long RETRY_SECONDS = 5;

    private final Optional<Webhook> webhook;

    // Guarded by `this`.
    private final SequencedSet<String> runs = new LinkedHashSet<>();
    private final List<Loss> waiting = new ArrayList<>();
    private boolean isPosting;
    private boolean isRefused;

    LossWebhook(@ConfigProperty(name = "throughline.webhook") Optional<String> address) {
        this.webhook = address.map(text -> Webhook.of("throughline.webhook", text));
    }

    /// A request has ended.
    void over(DialectRequest dialectRequest) {
        if (webhook.isPresent() && !(dialectRequest.routeTarget().base() instanceof RunAddress.ById)) {
            dialectRequest
                    .exchangeTelemetry()
                    .loss()
                    .map(loss -> Loss.of(dialectRequest, loss))
                    .filter(this::isNew)
                    .ifPresent(_ -> post(webhook.get()));
        }
    }

    private synchronized boolean isNew(Loss loss) {
        if (waiting.size() >= MOST_WAITING || !runs.add(loss.run())) {
            return false;
        }
        if (runs.size() > MOST_RUNS) {
            runs.removeFirst();
        }
        return waiting.add(loss);
    }

    private void post(Webhook receiver) {
        List<Loss> losses;
        synchronized (this) {
            if (isPosting || waiting.isEmpty()) {
                return;
            }
            isPosting = true;
            losses = List.copyOf(waiting);
        }
        String text = losses.stream().map(Loss::text).collect(Collectors.joining("\n"));
        receiver.post(text, "losses", losses.stream().map(Loss::json).toList())
                .thenAccept(refusal -> over(receiver, losses.size(), refusal));
    }

    private void over(Webhook receiver, int count, Optional<String> refusal) {
        synchronized (this) {
            if (refusal.isEmpty()) {
                waiting.subList(0, count).clear();
            } else if (!isRefused) {
                LOG.warnf("Losses cannot be posted, and are tried again: count=%d cause=%s", count, refusal.get());
            }
            isRefused = refusal.isPresent();
        }
        if (refusal.isEmpty()) {
            next(receiver);
        } else {
            CompletableFuture.delayedExecutor(RETRY_SECONDS, TimeUnit.SECONDS).execute(() -> next(receiver));
        }
    }

    private void next(Webhook receiver) {
        synchronized (this) {
            isPosting = false;
        }
        post(receiver);
    }

    /// @param loss what was lost, as in the header: `missing; turns=1,2`
    /// @param repairs number of messages in which it was put back
    /// @param page of the request
    private record Loss(
            ClientProduct client, String dialect, String run, String exchange, String loss, int repairs, String page) {
        static Loss of(DialectRequest request, String loss) {
            MultiMap headers = request.response().headers();
            String run = headers.get("x-throughline-run");
            String exchange = headers.get("x-throughline-exchange");
            return new Loss(
                    request.client(),
                    request.codec().dialect().id(),
                    run,
                    exchange,
                    loss,
                    request.exchangeTelemetry().repairs(),
                    RequestOrigin.of(request.request()) + "/runs/" + run + "/exchanges/" + exchange);
        }

        String text() {
            return (client.name() + " " + client.version()).strip() + ": reasoning " + loss
                    + (repairs > 0 ? ", put back for the model" : "") + ": " + page;
        }

        ObjectNode json() {
            return JsonNodeFactory.instance
                    .objectNode()
                    .put("client", client.name())
                    .put("version", client.version())
                    .put("dialect", dialect)
                    .put("run", run)
                    .put("exchange", Integer.valueOf(exchange))
                    .put("loss", loss)
                    .put("repairs", repairs)
                    .put("page", page);
        }
    }
}
