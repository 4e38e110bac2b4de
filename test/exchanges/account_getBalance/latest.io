# The balance at the newest block is the default
# No case uses dev account 9.

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "account_getBalance", "params": ["<account 9>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"balance": "1000000000000000000000000", "nonce": 0, "blockNumber": <height>}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "account_getBalance", "params": ["<account 9>", "latest"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"balance": "1000000000000000000000000", "nonce": 0, "blockNumber": <height>}}
