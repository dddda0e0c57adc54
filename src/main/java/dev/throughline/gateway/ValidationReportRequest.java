package dev.throughline.gateway;

import dev.throughline.export.HtmlPage;
import dev.throughline.gateway.admission.DialectRequest;
import dev.throughline.gateway.admission.RequestAdmission;
import dev.throughline.run.Run;
import dev.throughline.run.RunSettings;
import dev.throughline.run.report.HtmlReport;
import dev.throughline.run.report.JsonReport;
import dev.throughline.run.report.ReportFormat;
import dev.throughline.run.report.RunReportFactory;
import dev.throughline.stream.FailureKind;
import dev.throughline.stream.StreamEvent.Failure;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// `GET v1/validation_report`: the report of a run. On a default URL that of the latest run of the day, or of
/// the client that the parameter `client` names (`NAME` or `NAME@VERSION`), beside the list of the others. As JSON, in
/// the format that the parameter `format` names, or as a page for a browser; only JSON has the list.
/// A page links to those of the service unless the parameter `links` is false.
record ValidationReportRequest(
        DialectRequest dialectRequest, RequestAdmission requestAdmission, RunReportFactory reports) {
    /// Runs that one report lists.
    private static final int MOST = 200;
    private static final String CLIENT = "client";
    private static final String FORMAT = "format";
    private static final String LINKS = "links";

    void answer() {
        Optional<String> named = Optional.ofNullable(dialectRequest.request().getParam(FORMAT));
        if (named.isPresent() && ReportFormat.find(named.get()).isEmpty()) {
            dialectRequest.refuse(Failure.of(
                            FailureKind.INVALID_REQUEST,
                            "One of " + String.join(", ", ReportFormat.labels()) + " was expected.")
                    .at(FORMAT));
            return;
        }
        dialectRequest.then(requestAdmission.liveRuns(dialectRequest, MOST), this::choose);
    }

    private void choose(List<Run> runs) {
        Optional<String> asked = Optional.ofNullable(dialectRequest.request().getParam(CLIENT));
        Optional<Run> chosen = runs.stream()
                .filter(run -> asked.map(client -> isOf(run, client)).orElse(true))
                .findFirst();
        if (chosen.isPresent()) {
            List<Run> others = runs.stream().filter(run -> run != chosen.get()).toList();
            requestAdmission.enter(dialectRequest, chosen.get(), run -> report(run, others));
        } else if (asked.isPresent()) {
            dialectRequest.refuse(noneOf(runs));
        } else {
            requestAdmission.enter(dialectRequest, this::report);
        }
    }

    /// The format to answer in, if not JSON: by the parameter `format`, else a page for browsers.
    private Optional<ReportFormat> format() {
        Optional<ReportFormat> named =
                Optional.ofNullable(dialectRequest.request().getParam(FORMAT)).flatMap(ReportFormat::find);
        String accepted = dialectRequest.request().headers().get("accept");
        boolean isBrowser =
                accepted != null && accepted.toLowerCase(Locale.ROOT).startsWith("text/html");
        return named.or(() -> isBrowser ? Optional.of(new HtmlReport(false)) : Optional.empty())
                .map(format -> hasLinks() ? format.linked() : format)
                .filter(format -> !(format instanceof JsonReport));
    }

    private boolean hasLinks() {
        return !"false".equals(dialectRequest.request().getParam(LINKS));
    }

    private void written(Run run, ReportFormat format) {
        dialectRequest.then(reports.of(run), report -> {
            if (format instanceof HtmlReport) {
                // Every response has a policy that allows nothing; a second one beside it would apply as well.
                dialectRequest.response().headers().set("Content-Security-Policy", HtmlPage.SERVED_POLICY);
            }
            dialectRequest.file(format.kind().mediaType(), format.write(report));
        });
    }

    private void report(Run run) {
        Optional<ReportFormat> format = format();
        if (format.isPresent()) {
            written(run, format.get());
        } else if (run.settings().traffic().isPresent()) {
            report(run, List.of());
        } else {
            dialectRequest.then(reports.jsonOf(run), report -> dialectRequest.json(200, report));
        }
    }

    private void report(Run run, List<Run> others) {
        Optional<ReportFormat> format = format();
        if (format.isPresent()) {
            written(run, format.get());
            return;
        }
        String url = dialectRequest.routeTarget().base().path() + "/v1/validation_report?" + CLIENT + "=";
        dialectRequest.then(reports.jsonOf(run, others, url), report -> dialectRequest.json(200, report));
    }

    private static boolean isOf(Run run, String asked) {
        return run.settings()
                .client()
                .filter(client -> asked.equals(client.name()) || asked.equals(named(client)))
                .isPresent();
    }

    private static String named(RunSettings.Client client) {
        return client.name() + "@" + client.version();
    }

    private static Failure noneOf(List<Run> runs) {
        List<String> clients = runs.stream()
                .flatMap(run -> run.settings().client().stream())
                .map(ValidationReportRequest::named)
                .distinct()
                .toList();
        return Failure.of(
                        FailureKind.NOT_FOUND,
                        "No such client sent a request to this URL today (UTC). Expected one of: "
                                + (clients.isEmpty() ? "none yet" : String.join(", ", clients)) + ".")
                .at(CLIENT);
    }
}
