// Two user turns with a tool loop through the Anthropic library. The history is kept as its documentation says: the
// message that a call returns is appended by `ToParam()`.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"

	"github.com/anthropics/anthropic-sdk-go/v2"
	"github.com/anthropics/anthropic-sdk-go/v2/option"
)

const mostSteps = 50

func main() {
	client := anthropic.NewClient(
		option.WithBaseURL(os.Getenv("BASE_URL")), option.WithAPIKey(os.Getenv("API_KEY")), option.WithMaxRetries(0))
	tool := anthropic.ToolParam{
		Name:        "bash",
		Description: anthropic.String("Runs a shell command and gives back what it printed."),
		InputSchema: anthropic.ToolInputSchemaParam{
			Properties: map[string]any{"command": map[string]any{"type": "string", "description": "The command to run"}},
			Required:   []string{"command"},
		},
	}
	request := anthropic.MessageNewParams{
		Model:     anthropic.Model(os.Getenv("MODEL")),
		MaxTokens: 8192,
		Thinking:  anthropic.ThinkingConfigParamOfEnabled(2048),
		Tools:     []anthropic.ToolUnionParam{{OfTool: &tool}},
	}
	for _, prompt := range []string{os.Getenv("PROMPT1"), os.Getenv("PROMPT2")} {
		request.Messages = append(request.Messages, anthropic.NewUserMessage(anthropic.NewTextBlock(prompt)))
		turn(client, &request)
	}
	fmt.Println("done")
}

func turn(client anthropic.Client, request *anthropic.MessageNewParams) {
	for step := 0; step < mostSteps; step++ {
		message := answer(client, *request)
		request.Messages = append(request.Messages, message.ToParam())
		var results []anthropic.ContentBlockParamUnion
		for _, block := range message.Content {
			if call, is := block.AsAny().(anthropic.ToolUseBlock); is {
				results = append(results, anthropic.NewToolResultBlock(call.ID, bash(call.JSON.Input.Raw()), false))
			}
		}
		if len(results) == 0 {
			return
		}
		request.Messages = append(request.Messages, anthropic.NewUserMessage(results...))
	}
}

func answer(client anthropic.Client, request anthropic.MessageNewParams) *anthropic.Message {
	if os.Getenv("VARIANT") != "stream" {
		message, err := client.Messages.New(context.Background(), request)
		check(err)
		return message
	}
	stream := client.Messages.NewStreaming(context.Background(), request)
	whole := anthropic.Message{}
	for stream.Next() {
		check(whole.Accumulate(stream.Current()))
	}
	check(stream.Err())
	return &whole
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
