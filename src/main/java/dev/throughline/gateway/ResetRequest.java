package dev.throughline.gateway;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.gateway.admission.DialectRequest;
import dev.throughline.gateway.admission.GatewayServices;
import dev.throughline.run.Run;
import dev.throughline.run.lifecycle.LiveRunStore;
import dev.throughline.run.lifecycle.RunQuota;
import dev.throughline.run.lifecycle.RunStore;
import dev.throughline.wire.StrictJson;
import java.util.List;

/// `POST v1/reset`: seals the run of a base URL and opens a fresh one there; on a default URL it seals the runs
/// of all clients, and opens a fresh one for the client of the latest.
record ResetRequest(
        DialectRequest call, GatewayServices pipeline, RunStore runStore, LiveRunStore liveRunStore, RunQuota quota) {
    void answer() {
        call.then(pipeline.openLiveRuns(call), open -> {
            if (open.isEmpty()) {
                pipeline.enter(call, run -> reset(List.of(run)));
            } else {
                pipeline.enter(call, open.getFirst(), _ -> reset(open));
            }
        });
    }

    private void reset(List<Run> open) {
        call.then(quota.denial(call.caller()), denial -> denial.ifPresentOrElse(call::deny, () -> replace(open)));
    }

    private void replace(List<Run> open) {
        Run latest = open.getFirst();
        boolean isLive = latest.settings().traffic().isPresent();
        call.then(isLive ? liveRunStore.reset(open) : runStore.reset(latest.id()), fresh -> {
            ObjectNode body = JsonNodeFactory.instance.objectNode();
            body.put("run", fresh.id().value());
            body.put("sealed", latest.id().value());
            if (isLive) {
                ArrayNode alsoSealed = body.putArray("alsoSealed");
                open.stream().skip(1).forEach(run -> alsoSealed.add(run.id().value()));
            }
            call.response().putHeader("x-throughline-run", fresh.id().value());
            call.json(200, StrictJson.write(body));
        });
    }
}
