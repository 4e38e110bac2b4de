# A body that is neither a call nor a simplified call

>>> POST {rpc}
{}
<<< 200
{"error": {"code": -32600, "message": "Invalid request", "data": "jsonrpc must be \"2.0\""}}

>>> POST {rpc}
{"method": "chain_getInfo", "params": []}
<<< 200
{"error": {"code": -32600, "message": "Invalid request", "data": "jsonrpc must be \"2.0\""}}

>>> POST {rpc}
{"method": "getbalance", "params": ["<account 0>"]}
<<< 200
{"error": {"code": -32600, "message": "Invalid request", "data": "jsonrpc must be \"2.0\""}}

>>> POST {rpc}
{"method": 7}
<<< 200
{"error": {"code": -32600, "message": "Invalid request", "data": "jsonrpc must be \"2.0\""}}

>>> POST {rpc}
{"method": "constructor", "params": []}
<<< 200
{"error": {"code": -32600, "message": "Invalid request", "data": "jsonrpc must be \"2.0\""}}
