# What is neither a height nor latest is refused

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "account_getBalance", "params": ["<account 0>", -1]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "blockNumber must be an integer from 0 to 9007199254740991 or latest or a height in decimal digits, got -1"}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "account_getBalance", "params": ["<account 0>", 1.5]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "blockNumber must be an integer from 0 to 9007199254740991 or latest or a height in decimal digits, got 1.5"}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "account_getBalance", "params": ["<account 0>", true]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "blockNumber must be an integer from 0 to 9007199254740991 or latest or a height in decimal digits, got true"}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "account_getBalance", "params": ["<account 0>", null]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "blockNumber must be an integer from 0 to 9007199254740991 or latest or a height in decimal digits, got null"}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "account_getBalance", "params": ["<account 0>", ""]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "blockNumber must be an integer from 0 to 9007199254740991 or latest or a height in decimal digits, got \"\""}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "account_getBalance", "params": ["<account 0>", "newest"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "blockNumber must be an integer from 0 to 9007199254740991 or latest or a height in decimal digits, got \"newest\""}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "account_getBalance", "params": ["<account 0>", "LATEST"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "blockNumber must be an integer from 0 to 9007199254740991 or latest or a height in decimal digits, got \"LATEST\""}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "account_getBalance", "params": ["<account 0>", "-1"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "blockNumber must be an integer from 0 to 9007199254740991 or latest or a height in decimal digits, got \"-1\""}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "account_getBalance", "params": ["<account 0>", "01"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "blockNumber must be an integer from 0 to 9007199254740991 or latest or a height in decimal digits, got \"01\""}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "account_getBalance", "params": ["<account 0>", "1e3"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "blockNumber must be an integer from 0 to 9007199254740991 or latest or a height in decimal digits, got \"1e3\""}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "account_getBalance", "params": ["<account 0>", "+5"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "blockNumber must be an integer from 0 to 9007199254740991 or latest or a height in decimal digits, got \"+5\""}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "account_getBalance", "params": ["<account 0>", "0x1"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "blockNumber must be an integer from 0 to 9007199254740991 or latest or a height in decimal digits, got \"0x1\""}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "account_getBalance", "params": ["<account 0>", {}]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "blockNumber must be an integer from 0 to 9007199254740991 or latest or a height in decimal digits, got {}"}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "account_getBalance", "params": ["<account 0>", 9007199254740992]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "blockNumber must be an integer from 0 to 9007199254740991 or latest or a height in decimal digits, got 9007199254740992"}}
