# Parameters that are missing, wrong or too many
chains: alpha

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "alpha_getSerialNumber", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "serialNumber must be 0x and 64 lower-case hex digits, got nothing"}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "alpha_getSerialNumber", "params": [""]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "serialNumber must be 0x and 64 lower-case hex digits, got \"\""}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "alpha_getSerialNumber", "params": ["0x"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "serialNumber must be 0x and 64 lower-case hex digits, got \"0x\""}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "alpha_getSerialNumber", "params": ["latest"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "serialNumber must be 0x and 64 lower-case hex digits, got \"latest\""}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "alpha_getSerialNumber", "params": [7]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "serialNumber must be 0x and 64 lower-case hex digits, got 7"}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "alpha_getSerialNumber", "params": [null]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "serialNumber must be 0x and 64 lower-case hex digits, got null"}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "alpha_getSerialNumber", "params": ["0xabababababababababababababababababababababababababababababababa"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "serialNumber must be 0x and 64 lower-case hex digits, got \"0xabababababababababababababababababababababababababababababababa\""}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "alpha_getSerialNumber", "params": ["0xABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABAB"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "serialNumber must be 0x and 64 lower-case hex digits, got \"0xABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABAB\""}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "alpha_getSerialNumber", "params": ["abababababababababababababababababababababababababababababababab"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "serialNumber must be 0x and 64 lower-case hex digits, got \"abababababababababababababababababababababababababababababababab\""}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "alpha_getSerialNumber", "params": ["0xabababababababababababababababababababababababababababababababab", 1]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "alpha_getSerialNumber takes at most 1 parameter, got 2"}}
