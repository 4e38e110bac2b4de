# A body of more than 64 levels

>>> POST {rpc}
<nested 65>
<<< 200
{"jsonrpc": "2.0", "id": null, "error": {"code": -32700, "message": "Parse error", "data": "JSON must be at most 64 levels deep"}}

>>> POST {rpc}
<nested 20000>
<<< 200
{"jsonrpc": "2.0", "id": null, "error": {"code": -32700, "message": "Parse error", "data": "JSON must be at most 64 levels deep"}}

>>> POST {rpc}
<nested 64>
<<< 200
[{"jsonrpc": "2.0", "id": null, "error": {"code": -32600, "message": "Invalid request", "data": "A call must be an object"}}]

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "account_getNonce", "params": ["[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "address must be an address that starts with ax1 or dx1 and has a valid checksum, got <text>"}}
