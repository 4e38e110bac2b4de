# Parameters that are neither an array nor an object

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "chain_getInfo", "params": "latest"}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32600, "message": "Invalid request", "data": "params must be an array"}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "chain_getInfo", "params": 0}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32600, "message": "Invalid request", "data": "params must be an array"}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "chain_getInfo", "params": true}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32600, "message": "Invalid request", "data": "params must be an array"}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "chain_getInfo", "params": null}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32600, "message": "Invalid request", "data": "params must be an array"}}
