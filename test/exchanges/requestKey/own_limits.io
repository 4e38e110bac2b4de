# Keys that were asked for in one name count apart

>>> POST {keys}/keys
{"email": "ann@example.com"}
<<< 201
{"success": true, "data": {"apiKey": "<text own>", "tier": "Registered", "email": "ann@example.com"}, "meta": <meta>}

>>> POST {keys}/keys
{"email": "ann@example.com"}
<<< 201
{"success": true, "data": {"apiKey": "<text other>", "tier": "Registered", "email": "ann@example.com"}, "meta": <meta>}

>>> GET {rest}/chain/info
X-API-Key: <own>
<<< 200
RateLimit: "second";r=99;t=1, "day";r=99999;t=<counter>
{"success": true, "data": <any>, "meta": <meta>}

>>> GET {rest}/chain/info
X-API-Key: <other>
<<< 200
RateLimit: "second";r=99;t=1, "day";r=99999;t=<counter>
{"success": true, "data": <any>, "meta": <meta>}
