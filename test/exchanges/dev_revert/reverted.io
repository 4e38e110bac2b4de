# The chain goes back to a snapshot, as often as is asked for

blocks: ours

>>> POST {rpc}
Host: localhost
X-Dev-Token: <token>

{"jsonrpc": "2.0", "id": 1, "method": "dev_mine", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"number": <height kept>, "hash": <hash same>}}

>>> POST {rpc}
Host: localhost
X-Dev-Token: <token>

{"jsonrpc": "2.0", "id": 1, "method": "dev_snapshot", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": <text snapshot>}

>>> POST {rpc}
Host: localhost
X-Dev-Token: <token>

{"jsonrpc": "2.0", "id": 1, "method": "dev_mine", "params": [2]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"number": <kept+2>, "hash": <hash>}}

>>> POST {rpc}
Host: localhost
X-Dev-Token: <token>

{"jsonrpc": "2.0", "id": 1, "method": "dev_revert", "params": ["<snapshot>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"number": <kept>, "hash": <same>}}

>>> POST {rpc}
Host: localhost
X-Dev-Token: <token>

{"jsonrpc": "2.0", "id": 1, "method": "dev_mine", "params": [1]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"number": <kept+1>, "hash": <hash>}}

>>> POST {rpc}
Host: localhost
X-Dev-Token: <token>

{"jsonrpc": "2.0", "id": 1, "method": "dev_revert", "params": ["<snapshot>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"number": <kept>, "hash": <same>}}
