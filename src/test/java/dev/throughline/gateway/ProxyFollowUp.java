package dev.throughline.gateway;

import java.util.List;

/// The content of the second request of a tool loop, independent of dialects.
/// @param arguments JSON text
/// @param tools names of the tools
record ProxyFollowUp(
        String system,
        List<String> user,
        String reasoning,
        String text,
        String callId,
        String name,
        String arguments,
        String resultId,
        String result,
        List<String> tools) {}
