package dev.throughline.pages.traffic;

import dev.throughline.pages.VerdictMark;
import java.util.List;

/// The page of live traffic.
///
/// @param days the newest first
/// @param isPartial whether large open runs are not counted yet
public record TrafficContent(List<Day> days, List<ClientLine> clients, boolean isPartial) {
    public TrafficContent {
        days = List.copyOf(days);
        clients = List.copyOf(clients);
    }

    /// A day (UTC).
    /// @param date as in ISO 8601
    /// @param word short, as the head of a narrow column
    public record Day(String date, String word) {}

    /// A client on one default URL.
    /// @param address its runs
    public record ClientLine(
            String client, String version, String base, String address, long exchanges, List<DayMark> days) {
        public ClientLine {
            days = List.copyOf(days);
        }
    }

    /// What a client kept in one day.
    /// @param mark the ratio of reasoning that came back unchanged
    /// @param counts the numbers behind it
    /// @param isSeen whether the client sent requests on that day
    public record DayMark(String day, VerdictMark mark, String counts, boolean isSeen) {}
}
