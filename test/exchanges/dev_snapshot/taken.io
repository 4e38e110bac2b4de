# A snapshot has an id, and takes no parameters

blocks: ours

>>> POST {rpc}
Host: localhost
X-Dev-Token: <token>

{"jsonrpc": "2.0", "id": 1, "method": "dev_snapshot", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": "snap-<text>"}

>>> POST {rpc}
Host: localhost
X-Dev-Token: <token>

{"jsonrpc": "2.0", "id": 1, "method": "dev_snapshot", "params": ["a"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "dev_snapshot takes at most 0 parameters, got 1"}}
