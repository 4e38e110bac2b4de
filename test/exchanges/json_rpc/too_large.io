# A body above one mebibyte

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "<letters 1048576>"}
<<< 413
{"jsonrpc": "2.0", "id": null, "error": {"code": -32600, "message": "Invalid request", "data": "Body must be at most 1048576 bytes"}}
