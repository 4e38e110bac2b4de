# Stakes are not there yet
chains: delta

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "delta_getStake", "params": ["<account 0>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32603, "message": "Internal error"}}
