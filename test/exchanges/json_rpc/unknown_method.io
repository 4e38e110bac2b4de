# A method that does not exist

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "chain_getinfo", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32601, "message": "Method not found", "data": "No method \"chain_getinfo\""}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "eth_blockNumber", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32601, "message": "Method not found", "data": "No method \"eth_blockNumber\""}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32601, "message": "Method not found", "data": "No method \"\""}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "constructor", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32601, "message": "Method not found", "data": "No method \"constructor\""}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "__proto__", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32601, "message": "Method not found", "data": "No method \"__proto__\""}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "toString", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32601, "message": "Method not found", "data": "No method \"toString\""}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "rpc.discover", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32601, "message": "Method not found", "data": "No method \"rpc.discover\""}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "getBalance", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32601, "message": "Method not found", "data": "No method \"getBalance\""}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "dev_mine", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32601, "message": "Method not found", "data": "No method \"dev_mine\""}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "<letters 200>", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32601, "message": "Method not found", "data": "No method \"<text>\""}}
