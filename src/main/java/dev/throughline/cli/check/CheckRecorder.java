package dev.throughline.cli.check;

import dev.throughline.cli.output.ExitCode;
import dev.throughline.cli.service.ServiceOption;
import dev.throughline.harness.ProgressListener;
import dev.throughline.harness.ServiceClient;
import dev.throughline.harness.probe.BackendReport;
import dev.throughline.harness.probe.server.ServerProduct;
import dev.throughline.harness.process.HarnessException;
import java.util.Optional;

/// Submits the results of a backend check to the matrix.
/// @param service the service with the matrix
record CheckRecorder(ServiceOption service, ProgressListener progress) {
    private static final String PATH = "/api/v1/backend-checks";

    /// Reports what was stored, or why nothing was.
    /// @param named the server's product as given by the user
    void record(BackendReport report, Optional<ServerProduct> named) {
        Optional<ServerProduct> product = named.or(report::product);
        if (product.isEmpty()) {
            progress.say("not recorded: the server does not report what it is; pass --product NAME@VERSION");
            return;
        }
        Optional<String> body = report.record(product.get());
        if (body.isEmpty()) {
            progress.say("not recorded: the server answered in no dialect");
            return;
        }
        service.with(running -> record(running, product.get(), body.get()));
    }

    private int record(ServiceClient running, ServerProduct serverProduct, String body) {
        ServiceClient.Response response = running.post(PATH, body);
        if (response.isRefused()) {
            throw new HarnessException("the check was not recorded: " + response.detail());
        }
        progress.say("recorded for " + serverProduct.name() + "@" + serverProduct.version());
        return ExitCode.YES;
    }
}
