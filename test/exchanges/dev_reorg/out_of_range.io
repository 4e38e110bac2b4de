# More blocks than there are, or than one call replaces, are refused

blocks: ours

>>> POST {rpc}
Host: localhost
X-Dev-Token: <token>

{"jsonrpc": "2.0", "id": 1, "method": "dev_reorg", "params": [0]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "depth must be an integer from 1 to 1000, got 0"}}

>>> POST {rpc}
Host: localhost
X-Dev-Token: <token>

{"jsonrpc": "2.0", "id": 1, "method": "dev_reorg", "params": [1001]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "depth must be an integer from 1 to 1000, got 1001"}}

>>> POST {rpc}
Host: localhost
X-Dev-Token: <token>

{"jsonrpc": "2.0", "id": 1, "method": "dev_reorg", "params": [999]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "Cannot reorganise: depth must be at most <height>, the blocks above genesis, got 999"}}
