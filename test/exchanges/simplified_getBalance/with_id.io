# With an id it is no simplified call

>>> POST {rpc}
{"id": 1, "method": "getBalance", "params": ["<account 0>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32600, "message": "Invalid request", "data": "jsonrpc must be \"2.0\""}}

>>> POST {rpc}
{"jsonrpc": "2.0", "method": "getBalance", "params": ["<account 0>"], "id": 2}
<<< 200
{"jsonrpc": "2.0", "id": 2, "error": {"code": -32601, "message": "Method not found", "data": "No method \"getBalance\""}}
