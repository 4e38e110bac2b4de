# An address of no validator is null
chains: delta

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "delta_getValidator", "params": ["<unseen>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": null}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "delta_getValidator", "params": ["<account 0>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": null}
