# One block is made, or as many as are asked for

blocks: ours

>>> POST {rpc}
Host: localhost
X-Dev-Token: <token>

{"jsonrpc": "2.0", "id": 1, "method": "dev_mine", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"number": <height first>, "hash": <hash>}}

>>> POST {rpc}
Host: localhost
X-Dev-Token: <token>

{"jsonrpc": "2.0", "id": 1, "method": "dev_mine", "params": [3]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"number": <first+3>, "hash": <hash newest>}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 2, "method": "chain_getBlockByNumber", "params": [<first+3>]}
<<< 200
{"jsonrpc": "2.0", "id": 2, "result": {"number": <first+3>, "hash": <newest>, "parentHash": <hash>, "timestamp": <timestamp>, "transactions": [], "stateRoot": <hash>, "receiptsRoot": <hash>}}
