# What is no id is refused

>>> MESSAGE {ws}
{"jsonrpc": "2.0", "id": 1, "method": "chain_unsubscribe", "params": [1]}
<<< message
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "subscription must be a string, got 1"}}

>>> MESSAGE {ws}
{"jsonrpc": "2.0", "id": 1, "method": "chain_unsubscribe", "params": []}
<<< message
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "subscription must be a string, got nothing"}}

>>> MESSAGE {ws}
{"jsonrpc": "2.0", "id": 1, "method": "chain_unsubscribe", "params": ["s1", "s2"]}
<<< message
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "chain_unsubscribe takes at most 1 parameter, got 2"}}

>>> MESSAGE {ws}
{"jsonrpc": "2.0", "id": 1, "method": "chain_unsubscribe", "params": {"subscription": "s1"}}
<<< message
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "params must be an array: parameters are positional"}}
