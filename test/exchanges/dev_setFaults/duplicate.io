# A reply of a batch is repeated on purpose

blocks: ours

>>> POST {rpc}
Host: localhost
X-Dev-Token: <token>

{"jsonrpc": "2.0", "id": 1, "method": "dev_setFaults", "params": [[{"path": "/rpc/<segment>", "kind": "duplicate", "probability": 1}]]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": [{"path": "/rpc/<segment>", "kind": "duplicate", "probability": 1}]}

>>> POST {rpc}
[{"jsonrpc": "2.0", "id": 7, "method": "account_getNonce", "params": ["<unseen>"]}]
<<< 200
[{"jsonrpc": "2.0", "id": 7, "result": {"nonce": 0}}, {"jsonrpc": "2.0", "id": 7, "result": {"nonce": 0}}]

>>> POST {rpc}
Host: localhost
X-Dev-Token: <token>

{"jsonrpc": "2.0", "id": 1, "method": "dev_setFaults", "params": [[]]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": []}
