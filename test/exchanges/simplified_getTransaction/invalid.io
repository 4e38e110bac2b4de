# Parameters that are missing, wrong or too many

>>> POST {rpc}
{"method": "getTransaction", "params": []}
<<< 200
{"error": {"code": -32602, "message": "Invalid params", "data": "txid must be 0x and 64 lower-case hex digits, got nothing"}}

>>> POST {rpc}
{"method": "getTransaction", "params": ["0x12"]}
<<< 200
{"error": {"code": -32602, "message": "Invalid params", "data": "txid must be 0x and 64 lower-case hex digits, got \"0x12\""}}

>>> POST {rpc}
{"method": "getTransaction", "params": ["0xabababababababababababababababababababababababababababababababab", true]}
<<< 200
{"error": {"code": -32602, "message": "Invalid params", "data": "getTransaction takes at most 1 parameter, got 2"}}
