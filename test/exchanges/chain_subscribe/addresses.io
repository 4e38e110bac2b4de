# A payment between two watched accounts is told of once

blocks: ours

>>> MESSAGE {ws}
{"jsonrpc": "2.0", "id": 1, "method": "chain_subscribe", "params": ["transactions", {"addresses": ["<account 0>", "<account 1>"]}]}
<<< message
{"jsonrpc": "2.0", "id": 1, "result": {"subscription": "s1", "cursor": <text start>, "oldest": <text>}}

let payment = transfer from 1 to 0 value 12

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_sendRawTransaction", "params": ["<payment.signedTx>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"txHash": <payment.txHash>, "status": "pending"}}

wait for <payment.txHash>

>>> MESSAGE {ws}
<<< message
{"jsonrpc": "2.0", "method": "chain_subscription", "params": {"subscription": "s1", "result": <any>, "cursor": <text told>}}

# It is replayed to one that watches them, and to none that watches others

>>> MESSAGE {ws}
{"jsonrpc": "2.0", "id": 2, "method": "chain_subscribe", "params": ["transactions", {"addresses": [], "after": "<start>"}]}
<<< message
{"jsonrpc": "2.0", "id": 2, "result": {"subscription": "s2", "cursor": <start>, "oldest": <text>}}

>>> MESSAGE {ws}
{"jsonrpc": "2.0", "id": 3, "method": "chain_subscribe", "params": ["transactions", {"addresses": ["<account 1>"], "after": "<start>"}]}
<<< message
{"jsonrpc": "2.0", "id": 3, "result": {"subscription": "s3", "cursor": <start>, "oldest": <text>}}
<<< message
{"jsonrpc": "2.0", "method": "chain_subscription", "params": {"subscription": "s3", "result": <any>, "cursor": <told>}}
