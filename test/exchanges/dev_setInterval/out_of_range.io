# An interval below 0 or above a day is refused

blocks: ours

>>> POST {rpc}
Host: localhost
X-Dev-Token: <token>

{"jsonrpc": "2.0", "id": 1, "method": "dev_setInterval", "params": [-1]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "seconds must be a number from 0 to 86400, got -1"}}

>>> POST {rpc}
Host: localhost
X-Dev-Token: <token>

{"jsonrpc": "2.0", "id": 1, "method": "dev_setInterval", "params": [86401]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "seconds must be a number from 0 to 86400, got 86401"}}

>>> POST {rpc}
Host: localhost
X-Dev-Token: <token>

{"jsonrpc": "2.0", "id": 1, "method": "dev_setInterval", "params": ["2"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "seconds must be a number from 0 to 86400, got \"2\""}}

>>> POST {rpc}
Host: localhost
X-Dev-Token: <token>

{"jsonrpc": "2.0", "id": 1, "method": "dev_setInterval", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "seconds must be a number from 0 to 86400, got nothing"}}
