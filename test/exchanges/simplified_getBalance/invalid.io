# Parameters that are missing, wrong or too many

>>> POST {rpc}
{"method": "getBalance", "params": []}
<<< 200
{"error": {"code": -32602, "message": "Invalid params", "data": "address must be an address that starts with ax1 or dx1 and has a valid checksum, got nothing"}}

>>> POST {rpc}
{"method": "getBalance"}
<<< 200
{"error": {"code": -32602, "message": "Invalid params", "data": "address must be an address that starts with ax1 or dx1 and has a valid checksum, got nothing"}}

>>> POST {rpc}
{"method": "getBalance", "params": [7]}
<<< 200
{"error": {"code": -32602, "message": "Invalid params", "data": "address must be an address that starts with ax1 or dx1 and has a valid checksum, got 7"}}

>>> POST {rpc}
{"method": "getBalance", "params": {"address": "<account 0>"}}
<<< 200
{"error": {"code": -32602, "message": "Invalid params", "data": "params must be an array: parameters are positional"}}

>>> POST {rpc}
{"method": "getBalance", "params": ["<account 0>", "latest"]}
<<< 200
{"error": {"code": -32602, "message": "Invalid params", "data": "getBalance takes at most 1 parameter, got 2"}}

>>> POST {rpc}
{"method": "getBalance", "params": ["<mistyped>"]}
<<< 200
{"error": {"code": -32602, "message": "Invalid params", "data": "address must be an address that starts with <text> and has a valid checksum, got \"<mistyped>\""}}

>>> POST {rpc}
{"method": "getBalance", "params": ["<foreign>"]}
<<< 200
{"error": {"code": -32602, "message": "Invalid params", "data": "address must be an address that starts with <text> and has a valid checksum, got \"<foreign>\""}}
