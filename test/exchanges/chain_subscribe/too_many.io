# A connection has at most 100 subscriptions, and another one once one has ended

blocks: ours

>>> MESSAGE {ws}
<subscriptions 100>
<<< message
[{"jsonrpc": "2.0", "id": <number>, "result": {"subscription": "<text>", "cursor": "<text>", "oldest": "<text>"}}, ...100]

>>> MESSAGE {ws}
{"jsonrpc": "2.0", "id": 1, "method": "chain_subscribe", "params": ["blocks"]}
<<< message
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32005, "message": "Limit exceeded", "data": "A connection has at most 100 subscriptions, this one has 100: end one first"}}

>>> MESSAGE {ws}
{"jsonrpc": "2.0", "id": 2, "method": "chain_unsubscribe", "params": ["s7"]}
<<< message
{"jsonrpc": "2.0", "id": 2, "result": true}

>>> MESSAGE {ws}
{"jsonrpc": "2.0", "id": 3, "method": "chain_subscribe", "params": ["blocks"]}
<<< message
{"jsonrpc": "2.0", "id": 3, "result": {"subscription": "s101", "cursor": <text>, "oldest": <text>}}
