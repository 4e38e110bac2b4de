# A height above the newest block is refused

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "account_getBalance", "params": ["<account 0>", 999999999]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "blockNumber must be at most <height>, the newest block, got 999999999"}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "account_getBalance", "params": ["<account 0>", "999999999"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "blockNumber must be at most <height>, the newest block, got 999999999"}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "account_getBalance", "params": ["<account 0>", 9007199254740991]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "blockNumber must be at most <height>, the newest block, got 9007199254740991"}}
