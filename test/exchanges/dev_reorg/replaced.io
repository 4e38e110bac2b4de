# The newest blocks are replaced by one more

blocks: ours

>>> POST {rpc}
Host: localhost
X-Dev-Token: <token>

{"jsonrpc": "2.0", "id": 1, "method": "dev_mine", "params": [3]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"number": <height old>, "hash": <hash gone>}}

>>> POST {rpc}
Host: localhost
X-Dev-Token: <token>

{"jsonrpc": "2.0", "id": 1, "method": "dev_reorg", "params": [1]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"fromHeight": <old>, "oldHead": <gone>, "newHead": <hash>}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 2, "method": "chain_getBlockByHash", "params": ["<gone>"]}
<<< 200
{"jsonrpc": "2.0", "id": 2, "result": null}

>>> POST {rpc}
Host: localhost
X-Dev-Token: <token>

{"jsonrpc": "2.0", "id": 1, "method": "dev_mine", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"number": <old+2>, "hash": <hash>}}
