// Two user turns with a tool loop through the OpenAI library. The history is kept as its documentation says: the message
// that a call returns is appended by `ToParam()`.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
)

const mostSteps = 50

func main() {
	client := openai.NewClient(
		option.WithBaseURL(os.Getenv("BASE_URL")), option.WithAPIKey(os.Getenv("API_KEY")), option.WithMaxRetries(0))
	request := openai.ChatCompletionNewParams{
		Model: os.Getenv("MODEL"),
		Tools: []openai.ChatCompletionToolUnionParam{
			openai.ChatCompletionFunctionTool(openai.FunctionDefinitionParam{
				Name:        "bash",
				Description: openai.String("Runs a shell command and gives back what it printed."),
				Parameters: openai.FunctionParameters{
					"type": "object",
					"properties": map[string]any{
						"command": map[string]any{"type": "string", "description": "The command to run"},
					},
					"required": []string{"command"},
				},
			}),
		},
	}
	for _, prompt := range []string{os.Getenv("PROMPT1"), os.Getenv("PROMPT2")} {
		request.Messages = append(request.Messages, openai.UserMessage(prompt))
		turn(client, &request)
	}
	fmt.Println("done")
}

func turn(client openai.Client, request *openai.ChatCompletionNewParams) {
	for step := 0; step < mostSteps; step++ {
		message := completion(client, *request)
		request.Messages = append(request.Messages, message.ToParam())
		if len(message.ToolCalls) == 0 {
			return
		}
		for _, call := range message.ToolCalls {
			request.Messages = append(request.Messages, openai.ToolMessage(bash(call.Function.Arguments), call.ID))
		}
	}
}

func completion(client openai.Client, request openai.ChatCompletionNewParams) openai.ChatCompletionMessage {
	if os.Getenv("VARIANT") != "stream" {
		answer, err := client.Chat.Completions.New(context.Background(), request)
		check(err)
		return answer.Choices[0].Message
	}
	stream := client.Chat.Completions.NewStreaming(context.Background(), request)
	whole := openai.ChatCompletionAccumulator{}
	for stream.Next() {
		whole.AddChunk(stream.Current())
	}
	check(stream.Err())
	return whole.Choices[0].Message
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
