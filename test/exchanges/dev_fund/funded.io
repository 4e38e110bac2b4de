# An address is funded in the next block

blocks: ours

>>> POST {rpc}
Host: localhost
X-Dev-Token: <token>

{"jsonrpc": "2.0", "id": 1, "method": "dev_fund", "params": ["<unseen>", "1200000000000000000"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"txHash": <hash funding>, "status": "pending"}}

wait for <funding>

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 2, "method": "account_getBalance", "params": ["<unseen>"]}
<<< 200
{"jsonrpc": "2.0", "id": 2, "result": {"balance": "1200000000000000000", "nonce": 0, "blockNumber": <height>}}
