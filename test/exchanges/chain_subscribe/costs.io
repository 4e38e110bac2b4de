# A call costs one request, and one more for each 100 items of its lists, whatever these are
tier: Public

>>> MESSAGE {ws}
{"jsonrpc": "2.0", "id": 1, "method": "chain_subscribe", "params": ["transactions", {"addresses": <texts 399>}]}
<<< message
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "<text>"}}

>>> MESSAGE {ws}
{"jsonrpc": "2.0", "id": 2, "method": "chain_updateSubscription", "params": ["s1", {"add": <texts 70>, "remove": <texts 30>}]}
<<< message
{"jsonrpc": "2.0", "id": 2, "error": {"code": -32602, "message": "Invalid params", "data": "<text>"}}

# The connection, 4 and 2 requests, and this one

>>> GET {rest}/chain/info
<<< 200
RateLimit: "second";r=2;t=1, "day";r=9992;t=<counter>
{"success": true, "data": <any>, "meta": <meta>}
