# What is beyond a tier is refused in the form of what was asked
tier: Public

>>> POST {rpc}
<calls 100>
<<< 200
RateLimit-Policy: "second";q=10;w=1, "day";q=10000;w=86400
RateLimit: "second";r=0;t=10, "day";r=9900;t=<counter>
[{"jsonrpc": "2.0", "id": <counter>, "result": {"chain": <chain>, "version": <version>, "blockHeight": <height>, "networkId": <segment>, "peerCount": <counter>}}, ...100]

>>> GET {rest}/chain/info
<<< 429
Retry-After: 10
{"success": false, "error": {"code": "RATE_LIMITED", "message": "The tier Public allows 10 requests per second, retry in 10 seconds"}, "meta": <meta>}

>>> GET {rest}/nowhere
<<< 429
{"success": false, "error": {"code": "RATE_LIMITED", "message": "<text>"}, "meta": <meta>}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": "a", "method": "chain_getInfo"}
<<< 429
Retry-After: 10
{"jsonrpc": "2.0", "id": "a", "error": {"code": -32005, "message": "Limit exceeded", "data": "The tier Public allows 10 requests per second, retry in 10 seconds"}}

>>> POST {rpc}
[{"jsonrpc": "2.0", "id": 1, "method": "chain_getInfo"}, {"jsonrpc": "2.0", "id": 2, "method": "chain_getInfo"}]
<<< 429
[
  {"jsonrpc": "2.0", "id": 1, "error": {"code": -32005, "message": "Limit exceeded", "data": "<text>"}},
  {"jsonrpc": "2.0", "id": 2, "error": {"code": -32005, "message": "Limit exceeded", "data": "<text>"}}
]

>>> POST {rpc}
{"method": "getBalance", "params": ["<unseen>"]}
<<< 429
{"error": {"code": -32005, "message": "Limit exceeded", "data": "<text>"}}
