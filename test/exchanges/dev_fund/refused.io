# What cannot be paid is refused

blocks: ours

>>> POST {rpc}
Host: localhost
X-Dev-Token: <token>

{"jsonrpc": "2.0", "id": 1, "method": "dev_fund", "params": ["<unseen>", "1000000000000000000000000000000"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32001, "message": "Insufficient funds", "data": "No account of the devnet holds 1000000000000000000000000000000 base units plus the fee, counting pending transactions: request less, or retry after the next block"}}

>>> POST {rpc}
Host: localhost
X-Dev-Token: <token>

{"jsonrpc": "2.0", "id": 1, "method": "dev_fund", "params": ["<unseen>", "0"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "Cannot fund: the amount must be at least 1 base unit, got 0"}}

>>> POST {rpc}
Host: localhost
X-Dev-Token: <token>

{"jsonrpc": "2.0", "id": 1, "method": "dev_fund", "params": ["<unseen>", "-1"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "amount must be a decimal integer without sign or leading zeros, got \"-1\""}}

>>> POST {rpc}
Host: localhost
X-Dev-Token: <token>

{"jsonrpc": "2.0", "id": 1, "method": "dev_fund", "params": ["<unseen>", 5]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "amount must be a decimal integer without sign or leading zeros, got 5"}}

>>> POST {rpc}
Host: localhost
X-Dev-Token: <token>

{"jsonrpc": "2.0", "id": 1, "method": "dev_fund", "params": ["<foreign>", "5"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "address must be an address that starts with <text> and has a valid checksum, got \"<foreign>\""}}
