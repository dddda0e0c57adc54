"""Prints the milliseconds of CPU of a rendering by jinja2 in the settings of Hugging Face transformers.

usage: jinja_cpu.py FILE...: each {"template": TEXT, "context": {...}}; prints the median of warm renderings, a line each.
"""

import json
import statistics
import sys
import time

import jinja2
from jinja2.ext import Extension
from jinja2.sandbox import ImmutableSandboxedEnvironment


class Generation(Extension):
    tags = {"generation"}

    def parse(self, parser):
        line = next(parser.stream).lineno
        body = parser.parse_statements(["name:endgeneration"], drop_needle=True)
        return jinja2.nodes.Scope(body, lineno=line)


def tojson(value, ensure_ascii=False, indent=None, separators=None, sort_keys=False):
    return json.dumps(value, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys)


environment = ImmutableSandboxedEnvironment(
    trim_blocks=True, lstrip_blocks=True, extensions=[Generation, jinja2.ext.loopcontrols]
)
environment.filters["tojson"] = tojson
for name in sys.argv[1:]:
    with open(name) as file:
        case = json.load(file)
    template = environment.from_string(case["template"])
    times = []
    begun = time.monotonic()
    while len(times) < 5 or time.monotonic() - begun < 3:
        start = time.process_time()
        text = template.render(**case["context"])
        times.append(time.process_time() - start)
    print(f"{statistics.median(times) * 1000:.3f} {len(text)}", flush=True)
