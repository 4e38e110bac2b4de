# An id of a kind that is not allowed

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1.5, "method": "chain_getInfo", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": null, "error": {"code": -32600, "message": "Invalid request", "data": "id must be a safe integer, a string of at most 128 characters, or null"}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": true, "method": "chain_getInfo", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": null, "error": {"code": -32600, "message": "Invalid request", "data": "id must be a safe integer, a string of at most 128 characters, or null"}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": {}, "method": "chain_getInfo", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": null, "error": {"code": -32600, "message": "Invalid request", "data": "id must be a safe integer, a string of at most 128 characters, or null"}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": [1], "method": "chain_getInfo", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": null, "error": {"code": -32600, "message": "Invalid request", "data": "id must be a safe integer, a string of at most 128 characters, or null"}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 9007199254740992, "method": "chain_getInfo", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": null, "error": {"code": -32600, "message": "Invalid request", "data": "id must be a safe integer, a string of at most 128 characters, or null"}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": -9007199254740992, "method": "chain_getInfo", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": null, "error": {"code": -32600, "message": "Invalid request", "data": "id must be a safe integer, a string of at most 128 characters, or null"}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1e400, "method": "chain_getInfo", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": null, "error": {"code": -32600, "message": "Invalid request", "data": "id must be a safe integer, a string of at most 128 characters, or null"}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": "<letters 129>", "method": "chain_getInfo", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": null, "error": {"code": -32600, "message": "Invalid request", "data": "id must be a safe integer, a string of at most 128 characters, or null"}}
