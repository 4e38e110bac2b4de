# An unknown key is refused, never taken for none

>>> GET {rest}/chain/info
X-API-Key: ad_unknown
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "The API key is unknown"}, "meta": <meta>}

>>> POST {rpc}
X-API-Key: ad_unknown
{"jsonrpc": "2.0", "id": 7, "method": "chain_getInfo"}
<<< 400
{"jsonrpc": "2.0", "id": 7, "error": {"code": -32600, "message": "Invalid request", "data": "The API key is unknown"}}

>>> POST {rpc}
Authorization: Bearer ad_unknown
{"method": "getBalance", "params": ["<account 0>"]}
<<< 400
{"error": {"code": -32600, "message": "Invalid request", "data": "The API key is unknown"}}
