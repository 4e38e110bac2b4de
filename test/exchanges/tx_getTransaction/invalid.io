# Parameters that are missing, wrong or too many

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_getTransaction", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "txHash must be 0x and 64 lower-case hex digits, got nothing"}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_getTransaction", "params": [""]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "txHash must be 0x and 64 lower-case hex digits, got \"\""}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_getTransaction", "params": ["0x"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "txHash must be 0x and 64 lower-case hex digits, got \"0x\""}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_getTransaction", "params": ["latest"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "txHash must be 0x and 64 lower-case hex digits, got \"latest\""}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_getTransaction", "params": [7]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "txHash must be 0x and 64 lower-case hex digits, got 7"}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_getTransaction", "params": [null]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "txHash must be 0x and 64 lower-case hex digits, got null"}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_getTransaction", "params": ["0xabababababababababababababababababababababababababababababababa"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "txHash must be 0x and 64 lower-case hex digits, got \"0xabababababababababababababababababababababababababababababababa\""}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_getTransaction", "params": ["0xABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABAB"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "txHash must be 0x and 64 lower-case hex digits, got \"0xABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABAB\""}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_getTransaction", "params": ["abababababababababababababababababababababababababababababababab"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "txHash must be 0x and 64 lower-case hex digits, got \"abababababababababababababababababababababababababababababababab\""}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_getTransaction", "params": ["0xabababababababababababababababababababababababababababababababab", 1]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "tx_getTransaction takes at most 1 parameter, got 2"}}
