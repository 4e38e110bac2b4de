# The method takes no parameters

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "chain_getInfo", "params": [1]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "chain_getInfo takes at most 0 parameters, got 1"}}
