# A call without a member it needs

>>> POST {rpc}
{"id": 1, "method": "chain_getInfo", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32600, "message": "Invalid request", "data": "jsonrpc must be \"2.0\""}}

>>> POST {rpc}
{"jsonrpc": "1.0", "id": "a", "method": "chain_getInfo", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": "a", "error": {"code": -32600, "message": "Invalid request", "data": "jsonrpc must be \"2.0\""}}

>>> POST {rpc}
{"jsonrpc": 2.0, "id": 2, "method": "chain_getInfo"}
<<< 200
{"jsonrpc": "2.0", "id": 2, "error": {"code": -32600, "message": "Invalid request", "data": "jsonrpc must be \"2.0\""}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 3}
<<< 200
{"jsonrpc": "2.0", "id": 3, "error": {"code": -32600, "message": "Invalid request", "data": "method must be a string"}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 3, "method": 7, "params": []}
<<< 200
{"jsonrpc": "2.0", "id": 3, "error": {"code": -32600, "message": "Invalid request", "data": "method must be a string"}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 4, "method": null}
<<< 200
{"jsonrpc": "2.0", "id": 4, "error": {"code": -32600, "message": "Invalid request", "data": "method must be a string"}}

>>> POST {rpc}
{"jsonrpc": "2.0"}
<<< 200
{"jsonrpc": "2.0", "id": null, "error": {"code": -32600, "message": "Invalid request", "data": "method must be a string"}}

>>> POST {rpc}
{"id": 5}
<<< 200
{"jsonrpc": "2.0", "id": 5, "error": {"code": -32600, "message": "Invalid request", "data": "jsonrpc must be \"2.0\""}}
