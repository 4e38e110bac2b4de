# Parameters are positional

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "account_getNonce", "params": {"address": "<account 0>"}}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "params must be an array: parameters are positional"}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "chain_getInfo", "params": {}}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "params must be an array: parameters are positional"}}
