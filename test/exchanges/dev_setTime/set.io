# The clock is set and goes on from there, not back before the newest block

blocks: ours

>>> POST {rpc}
Host: localhost
X-Dev-Token: <token>

{"jsonrpc": "2.0", "id": 1, "method": "dev_setTime", "params": [1795400000]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": 1795400000}

>>> POST {rpc}
Host: localhost
X-Dev-Token: <token>

{"jsonrpc": "2.0", "id": 1, "method": "dev_mine", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"number": <height made>, "hash": <hash>}}

>>> GET {rest}/blocks/<made>
<<< 200
{"success": true, "data": {"number": <made>, "hash": <hash>, "parentHash": <hash>, "timestamp": 1795400000, "txCount": <counter>, "gasUsed": <amount>, "gasLimit": <amount>, "validator": <address>, "stateRoot": <hash>, "transactionsRoot": <hash>, "receiptsRoot": <hash>}, "meta": <meta>}

>>> POST {rpc}
Host: localhost
X-Dev-Token: <token>

{"jsonrpc": "2.0", "id": 1, "method": "dev_setTime", "params": [1795399999]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "Cannot set the time: it must be whole Unix seconds from 1795400000, the time of the newest block, to 8640000000000, got 1795399999"}}

>>> POST {rpc}
Host: localhost
X-Dev-Token: <token>

{"jsonrpc": "2.0", "id": 1, "method": "dev_setTime", "params": [-1]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "timestamp must be an integer from 0 to 9007199254740991, got -1"}}
