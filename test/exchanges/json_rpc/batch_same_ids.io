# Calls of a batch may have the same id

>>> POST {rpc}
[{"jsonrpc": "2.0", "id": 1, "method": "account_getNonce", "params": ["<unseen>"]}, {"jsonrpc": "2.0", "id": 1, "method": "chain_getInfo"}]
<<< 200
[{"jsonrpc": "2.0", "id": 1, "result": {"nonce": 0}}, {"jsonrpc": "2.0", "id": 1, "result": {"chain": <chain>, "version": <version>, "blockHeight": <height>, "networkId": <segment>, "peerCount": <counter>}}]
