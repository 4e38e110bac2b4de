# The oldest cursor is told, and a subscription may begin there; all topics of the chain have it in common

>>> MESSAGE {ws}
{"jsonrpc": "2.0", "id": 1, "method": "chain_subscribe", "params": ["blocks"]}
<<< message
{"jsonrpc": "2.0", "id": 1, "result": {"subscription": "s1", "cursor": <text>, "oldest": <text oldest>}}

>>> MESSAGE {ws}
{"jsonrpc": "2.0", "id": 2, "method": "chain_subscribe", "params": ["reorgs", {"after": "<oldest>"}]}
<<< message
{"jsonrpc": "2.0", "id": 2, "result": {"subscription": "s2", "cursor": <oldest>, "oldest": <oldest>}}
