# A method of the other chain, which the refusal names
chains: delta

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "alpha_getRecord", "params": ["0xabababababababababababababababababababababababababababababababab"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32601, "message": "Method not found", "data": "alpha_getRecord exists on alpha, this is delta"}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "alpha_getSerialNumber", "params": {}}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32601, "message": "Method not found", "data": "alpha_getSerialNumber exists on alpha, this is delta"}}
