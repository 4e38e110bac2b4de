# A batch of one is answered with an array

>>> POST {rpc}
[{"jsonrpc": "2.0", "id": 1, "method": "account_getNonce", "params": ["<unseen>"]}]
<<< 200
[{"jsonrpc": "2.0", "id": 1, "result": {"nonce": 0}}]
