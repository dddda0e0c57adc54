"""Runs llama.cpp's own HTTP server, which xllamacpp has as a library, with one model in 32-bit numbers."""
import sys
import threading

import xllamacpp

path, port = sys.argv[1:]
parameters = xllamacpp.CommonParams()
parameters.model.path = path
parameters.port = int(port)
parameters.n_ctx = 32768
parameters.n_parallel = 1
parameters.use_jinja = True
parameters.warmup = False
# One name in old versions, a set of names in new ones.
try:
    parameters.model_alias = {"scripted"}
except TypeError:
    parameters.model_alias = "scripted"
wide = xllamacpp.ggml_type.GGML_TYPE_F32
parameters.cache_type_k = parameters.cache_type_v = wide
parameters.flash_attn_type = xllamacpp.llama_flash_attn_type.LLAMA_FLASH_ATTN_TYPE_DISABLED
server = xllamacpp.Server(parameters)
threading.Event().wait()
