# The content type must be JSON

>>> POST {rpc}
Content-Type: Application/JSON; charset=utf-8
{"jsonrpc": "2.0", "id": 1, "method": "chain_getInfo", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"chain": <chain>, "version": <version>, "blockHeight": <height>, "networkId": <segment>, "peerCount": <counter>}}

>>> POST {rpc}
Content-Type: text/plain
{"jsonrpc": "2.0", "id": 1, "method": "chain_getInfo", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": null, "error": {"code": -32600, "message": "Invalid request", "data": "Content-Type must be application/json, got \"text/plain\""}}

>>> POST {rpc}
Content-Type: application/jsonp
{"jsonrpc": "2.0", "id": 1, "method": "chain_getInfo", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": null, "error": {"code": -32600, "message": "Invalid request", "data": "Content-Type must be application/json, got \"application/jsonp\""}}

>>> POST {rpc}
<<< 200
{"jsonrpc": "2.0", "id": null, "error": {"code": -32600, "message": "Invalid request", "data": "Content-Type must be application/json, got \"\""}}
