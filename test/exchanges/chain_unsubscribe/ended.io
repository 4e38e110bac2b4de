# A subscription is ended once, and nobody ends another connection's

>>> MESSAGE {ws}
{"jsonrpc": "2.0", "id": 1, "method": "chain_unsubscribe", "params": ["s1"]}
<<< message
{"jsonrpc": "2.0", "id": 1, "result": false}

>>> MESSAGE {ws}
{"jsonrpc": "2.0", "id": 2, "method": "chain_subscribe", "params": ["reorgs"]}
<<< message
{"jsonrpc": "2.0", "id": 2, "result": {"subscription": "s1", "cursor": <text>, "oldest": <text>}}

>>> MESSAGE {ws}
{"jsonrpc": "2.0", "id": 3, "method": "chain_unsubscribe", "params": ["s1"]}
<<< message
{"jsonrpc": "2.0", "id": 3, "result": true}

>>> MESSAGE {ws}
{"jsonrpc": "2.0", "id": 4, "method": "chain_unsubscribe", "params": ["s1"]}
<<< message
{"jsonrpc": "2.0", "id": 4, "result": false}
