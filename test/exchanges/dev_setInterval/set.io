# The interval is set, and 0 ends blocks by themselves

blocks: ours

>>> POST {rpc}
Host: localhost
X-Dev-Token: <token>

{"jsonrpc": "2.0", "id": 1, "method": "dev_setInterval", "params": [3600]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": 3600}

>>> POST {rpc}
Host: localhost
X-Dev-Token: <token>

{"jsonrpc": "2.0", "id": 1, "method": "dev_setInterval", "params": [0.5]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": 0.5}

>>> POST {rpc}
Host: localhost
X-Dev-Token: <token>

{"jsonrpc": "2.0", "id": 1, "method": "dev_setInterval", "params": [0]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": 0}
