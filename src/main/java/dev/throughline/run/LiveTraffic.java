package dev.throughline.run;

import java.time.LocalDate;

/// The key of a run of live traffic: the requests of one client and key on a default URL in one day.
///
/// @param base `stub`, or `proxy/` and the name of a backend
/// @param day in UTC
public record LiveTraffic(String base, LocalDate day) {
    public LiveTraffic dayBefore() {
        return new LiveTraffic(base, day.minusDays(1));
    }
}
