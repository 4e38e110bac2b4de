# A key is issued, and works as a header and as a bearer token

>>> POST {keys}/keys
{"email": "Dev@example.com"}
<<< 201
{"success": true, "data": {"apiKey": "<text key>", "tier": "Registered", "email": "dev@example.com"}, "meta": <meta>}

>>> GET {rest}/chain/info
X-API-Key: <key>
<<< 200
RateLimit-Policy: "second";q=100;w=1, "day";q=100000;w=86400
{"success": true, "data": <any>, "meta": <meta>}

>>> POST {rpc}
Authorization: Bearer <key>
{"jsonrpc": "2.0", "id": 1, "method": "chain_getInfo"}
<<< 200
RateLimit-Policy: "second";q=100;w=1, "day";q=100000;w=86400
{"jsonrpc": "2.0", "id": 1, "result": <any>}
