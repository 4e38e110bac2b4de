# A payment is told of as it happens, and once in a block again after a cursor

blocks: ours

>>> MESSAGE {ws}
{"jsonrpc": "2.0", "id": 1, "method": "chain_subscribe", "params": ["transactions", {"address": "<account 1>"}]}
<<< message
{"jsonrpc": "2.0", "id": 1, "result": {"subscription": "s1", "cursor": <text start>, "oldest": <text>}}

>>> MESSAGE {ws}
{"jsonrpc": "2.0", "id": 2, "method": "chain_subscribe", "params": ["pending_transactions"]}
<<< message
{"jsonrpc": "2.0", "id": 2, "result": {"subscription": "s2"}}

let payment = transfer from 1 to 0 value 12

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_sendRawTransaction", "params": ["<payment.signedTx>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"txHash": <payment.txHash>, "status": "pending"}}

>>> MESSAGE {ws}
<<< message
{
  "jsonrpc": "2.0",
  "method": "chain_subscription",
  "params": {
    "subscription": "s2",
    "result": {
      "hash": <payment.txHash>,
      "from": <payment.from>,
      "to": <payment.to>,
      "value": <payment.value>,
      "nonce": <payment.nonce>,
      "blockNumber": null,
      "blockHash": null,
      "transactionIndex": null,
@alpha      "status": "pending",
@alpha      "serialNumbers": [<hash>, ...],
@alpha      "commitments": [<hash>, ...]
@delta      "status": "pending"
    }
  }
}

wait for <payment.txHash>

>>> MESSAGE {ws}
<<< message
{"jsonrpc": "2.0", "method": "chain_subscription", "params": {"subscription": "s1", "result": <any>, "cursor": <text told>}}

>>> MESSAGE {ws}
{"jsonrpc": "2.0", "id": "3", "method": "chain_subscribe", "params": ["transactions", {"address": "<account 1>", "after": "<start>"}]}
<<< message
{"jsonrpc": "2.0", "id": "3", "result": {"subscription": "s3", "cursor": <start>, "oldest": <text>}}
<<< message
{"jsonrpc": "2.0", "method": "chain_subscription", "params": {"subscription": "s3", "result": <any>, "cursor": <told>}}
