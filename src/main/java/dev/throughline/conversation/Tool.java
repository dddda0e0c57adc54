package dev.throughline.conversation;

import com.fasterxml.jackson.databind.JsonNode;

/// A tool that the client offers.
/// @param schema JSON schema of the arguments; an empty object if the client sent none
public record Tool(String name, String description, JsonNode schema) {}
