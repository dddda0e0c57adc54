"""Runs mlx-lm's server where there is no Metal, too: old versions ask Metal for its memory before they answer."""
import sys

import mlx.core as mx

if not mx.metal.is_available():
    mx.metal.device_info = lambda: {"max_recommended_working_set_size": 1 << 32}
    mx.metal.set_wired_limit = mx.set_wired_limit = lambda limit: 0

from mlx_lm import server

sys.argv[0] = "mlx_lm.server"
server.main()
