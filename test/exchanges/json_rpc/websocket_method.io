# A method that WebSocket alone has

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "chain_subscribe", "params": ["blocks"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32601, "message": "Method not found", "data": "chain_subscribe exists only on WebSocket"}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "chain_unsubscribe", "params": ["s1"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32601, "message": "Method not found", "data": "chain_unsubscribe exists only on WebSocket"}}
