// Two user turns with a tool loop through go-openai. The message that a call returns is appended as it is. The library
// does not join the pieces of a stream: the variant `stream` joins them here, field by field.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"

	openai "github.com/sashabaranov/go-openai"
)

const mostSteps = 50

func main() {
	config := openai.DefaultConfig(os.Getenv("API_KEY"))
	config.BaseURL = os.Getenv("BASE_URL")
	client := openai.NewClientWithConfig(config)
	var messages []openai.ChatCompletionMessage
	for _, prompt := range []string{os.Getenv("PROMPT1"), os.Getenv("PROMPT2")} {
		messages = append(messages, openai.ChatCompletionMessage{Role: "user", Content: prompt})
		messages = turn(client, messages)
	}
	fmt.Println("done")
}

func turn(client *openai.Client, messages []openai.ChatCompletionMessage) []openai.ChatCompletionMessage {
	parameters := map[string]any{
		"type":       "object",
		"properties": map[string]any{"command": map[string]any{"type": "string", "description": "The command to run"}},
		"required":   []string{"command"},
	}
	about := openai.FunctionDefinition{
		Name:        "bash",
		Description: "Runs a shell command and gives back what it printed.",
		Parameters:  parameters,
	}
	for step := 0; step < mostSteps; step++ {
		message := completion(client, openai.ChatCompletionRequest{
			Model:    os.Getenv("MODEL"),
			Messages: messages,
			Tools:    []openai.Tool{{Type: openai.ToolTypeFunction, Function: &about}},
		})
		messages = append(messages, message)
		if len(message.ToolCalls) == 0 {
			return messages
		}
		for _, call := range message.ToolCalls {
			messages = append(messages, openai.ChatCompletionMessage{
				Role: "tool", ToolCallID: call.ID, Content: bash(call.Function.Arguments),
			})
		}
	}
	return messages
}

func completion(client *openai.Client, request openai.ChatCompletionRequest) openai.ChatCompletionMessage {
	if os.Getenv("VARIANT") != "stream" {
		answer, err := client.CreateChatCompletion(context.Background(), request)
		check(err)
		return answer.Choices[0].Message
	}
	stream, err := client.CreateChatCompletionStream(context.Background(), request)
	check(err)
	defer stream.Close()
	whole := openai.ChatCompletionMessage{Role: "assistant"}
	for {
		chunk, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return whole
		}
		check(err)
		for _, choice := range chunk.Choices {
			whole.Content += choice.Delta.Content
			whole.ReasoningContent += choice.Delta.ReasoningContent
			for _, call := range choice.Delta.ToolCalls {
				for len(whole.ToolCalls) <= *call.Index {
					whole.ToolCalls = append(whole.ToolCalls, openai.ToolCall{Type: openai.ToolTypeFunction})
				}
				joined := &whole.ToolCalls[*call.Index]
				joined.ID += call.ID
				joined.Function.Name += call.Function.Name
				joined.Function.Arguments += call.Function.Arguments
			}
		}
	}
}

func bash(arguments string) string {
	var call struct{ Command string }
	check(json.Unmarshal([]byte(arguments), &call))
	printed, err := exec.Command("/bin/sh", "-c", call.Command).Output()
	check(err)
	return string(printed)
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
