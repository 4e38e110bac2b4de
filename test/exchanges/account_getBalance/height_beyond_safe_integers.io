# A height that JSON numbers do not hold is refused

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "account_getBalance", "params": ["<account 0>", "9007199254740993"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "blockNumber must be <text>, got <text>9007199254740993<text>"}}
