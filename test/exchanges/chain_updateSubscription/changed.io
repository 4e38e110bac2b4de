# Addresses are added and removed, and a payment is told of to whom watches it then

blocks: ours

>>> MESSAGE {ws}
{"jsonrpc": "2.0", "id": 1, "method": "chain_subscribe", "params": ["transactions", {"addresses": ["<account 2>"]}]}
<<< message
{"jsonrpc": "2.0", "id": 1, "result": {"subscription": "s1", "cursor": <text start>, "oldest": <text>}}

>>> MESSAGE {ws}
{"jsonrpc": "2.0", "id": 2, "method": "chain_updateSubscription", "params": ["s1", {"add": ["<account 1>", "<account 3>"], "remove": ["<account 2>"]}]}
<<< message
{"jsonrpc": "2.0", "id": 2, "result": {"addresses": 2, "cursor": <start>}}

let payment = transfer from 1 to 0 value 12

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_sendRawTransaction", "params": ["<payment.signedTx>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"txHash": <payment.txHash>, "status": "pending"}}

wait for <payment.txHash>

>>> MESSAGE {ws}
<<< message
{"jsonrpc": "2.0", "method": "chain_subscription", "params": {"subscription": "s1", "result": <any>, "cursor": <text>}}

# An empty change tells how many there are

>>> MESSAGE {ws}
{"jsonrpc": "2.0", "id": 3, "method": "chain_updateSubscription", "params": ["s1", {"remove": ["<account 1>", "<account 3>"]}]}
<<< message
{"jsonrpc": "2.0", "id": 3, "result": {"addresses": 0, "cursor": <text>}}

>>> MESSAGE {ws}
{"jsonrpc": "2.0", "id": 4, "method": "chain_updateSubscription", "params": ["s1", {}]}
<<< message
{"jsonrpc": "2.0", "id": 4, "result": {"addresses": 0, "cursor": <text>}}
