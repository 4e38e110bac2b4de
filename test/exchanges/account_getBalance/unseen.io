# An account that was never seen has nothing

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "account_getBalance", "params": ["<unseen>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"balance": "0", "nonce": 0, "blockNumber": <height>}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "account_getBalance", "params": ["<unseen>", 0]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"balance": "0", "nonce": 0, "blockNumber": 0}}
