# Subscribers are told where the chain was reorganised, and of the blocks that follow

blocks: ours

>>> POST {rpc}
Host: localhost
X-Dev-Token: <token>

{"jsonrpc": "2.0", "id": 1, "method": "dev_mine", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"number": <height old>, "hash": <hash gone>}}

>>> MESSAGE {ws}
{"jsonrpc": "2.0", "id": 1, "method": "chain_subscribe", "params": ["blocks"]}
<<< message
{"jsonrpc": "2.0", "id": 1, "result": {"subscription": "s1", "cursor": <text>, "oldest": <text>}}

>>> POST {rpc}
Host: localhost
X-Dev-Token: <token>

{"jsonrpc": "2.0", "id": 1, "method": "dev_reorg", "params": [1]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"fromHeight": <old>, "oldHead": <gone>, "newHead": <hash new>}}

>>> MESSAGE {ws}
<<< message
{"jsonrpc": "2.0", "method": "chain_subscription", "params": {"subscription": "s1", "result": {"reorg": {"fromHeight": <old>, "oldHead": <gone>, "newHead": <hash>}}, "cursor": <text>}}
<<< message
{"jsonrpc": "2.0", "method": "chain_subscription", "params": {"subscription": "s1", "result": <any>, "cursor": <text>}}
<<< message
{"jsonrpc": "2.0", "method": "chain_subscription", "params": {"subscription": "s1", "result": <any>, "cursor": <text>}}
