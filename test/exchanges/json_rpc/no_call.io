# JSON that is no call

>>> POST {rpc}
1
<<< 200
{"jsonrpc": "2.0", "id": null, "error": {"code": -32600, "message": "Invalid request", "data": "A call must be an object"}}

>>> POST {rpc}
"chain_getInfo"
<<< 200
{"jsonrpc": "2.0", "id": null, "error": {"code": -32600, "message": "Invalid request", "data": "A call must be an object"}}

>>> POST {rpc}
null
<<< 200
{"jsonrpc": "2.0", "id": null, "error": {"code": -32600, "message": "Invalid request", "data": "A call must be an object"}}

>>> POST {rpc}
true
<<< 200
{"jsonrpc": "2.0", "id": null, "error": {"code": -32600, "message": "Invalid request", "data": "A call must be an object"}}
