# An address that is none, or of the other chain, is refused
chains: delta

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "delta_getStake", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "address must be an address that starts with ax1 or dx1 and has a valid checksum, got nothing"}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "delta_getStake", "params": ["<mistyped>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "address must be an address that starts with dx1 and has a valid checksum, got \"<mistyped>\""}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "delta_getStake", "params": ["<foreign>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "address must be an address that starts with dx1 and has a valid checksum, got \"<foreign>\""}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "delta_getStake", "params": ["alice"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "address must be an address that starts with ax1 or dx1 and has a valid checksum, got \"alice\""}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "delta_getStake", "params": [""]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "address must be an address that starts with ax1 or dx1 and has a valid checksum, got \"\""}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "delta_getStake", "params": [7]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "address must be an address that starts with ax1 or dx1 and has a valid checksum, got 7"}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "delta_getStake", "params": [null]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "address must be an address that starts with ax1 or dx1 and has a valid checksum, got null"}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "delta_getStake", "params": [["dx1"]]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "address must be an address that starts with ax1 or dx1 and has a valid checksum, got [\"dx1\"]"}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "delta_getStake", "params": ["DX1QQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQ"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "address must be an address that starts with ax1 or dx1 and has a valid checksum, got \"DX1QQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQ\""}}
