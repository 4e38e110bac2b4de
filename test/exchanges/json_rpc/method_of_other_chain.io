# A method of the other chain, which the refusal names
chains: alpha

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "delta_getStake", "params": ["<account 0>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32601, "message": "Method not found", "data": "delta_getStake exists on delta, this is alpha"}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "delta_getValidator", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32601, "message": "Method not found", "data": "delta_getValidator exists on delta, this is alpha"}}
