# A body that is not UTF-8

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "<byte ff>"}
<<< 200
{"jsonrpc": "2.0", "id": null, "error": {"code": -32700, "message": "Parse error", "data": "Body must be UTF-8"}}

>>> POST {rpc}
<byte c3><byte 28>
<<< 200
{"jsonrpc": "2.0", "id": null, "error": {"code": -32700, "message": "Parse error", "data": "Body must be UTF-8"}}
