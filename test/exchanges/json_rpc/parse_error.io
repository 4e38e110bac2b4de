# A body that is no JSON

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method"
<<< 200
{"jsonrpc": "2.0", "id": null, "error": {"code": -32700, "message": "Parse error", "data": "<text>"}}

>>> POST {rpc}
hello
<<< 200
{"jsonrpc": "2.0", "id": null, "error": {"code": -32700, "message": "Parse error", "data": "<text>"}}

>>> POST {rpc}
{'jsonrpc': '2.0'}
<<< 200
{"jsonrpc": "2.0", "id": null, "error": {"code": -32700, "message": "Parse error", "data": "<text>"}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "chain_getInfo", "params": [],}
<<< 200
{"jsonrpc": "2.0", "id": null, "error": {"code": -32700, "message": "Parse error", "data": "<text>"}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "chain_getInfo"} {}
<<< 200
{"jsonrpc": "2.0", "id": null, "error": {"code": -32700, "message": "Parse error", "data": "<text>"}}

>>> POST {rpc}
[1, 2
<<< 200
{"jsonrpc": "2.0", "id": null, "error": {"code": -32700, "message": "Parse error", "data": "<text>"}}

>>> POST {rpc}
NaN
<<< 200
{"jsonrpc": "2.0", "id": null, "error": {"code": -32700, "message": "Parse error", "data": "<text>"}}

>>> POST {rpc}
Content-Type: application/json

<<< 200
{"jsonrpc": "2.0", "id": null, "error": {"code": -32700, "message": "Parse error", "data": "<text>"}}
