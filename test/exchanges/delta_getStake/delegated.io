# Stake that is delegated, added to, and taken out
chains: delta
blocks: ours

>>> GET {rest}/validators?status=all&limit=1
<<< 200
{
  "success": true,
  "data": {
    "validators": [
      {
        "address": <address validator>,
        "name": <text>,
        "stake": <amount>,
        "delegatedStake": <amount>,
        "commission": <ratio>,
        "uptime": <ratio>,
        "status": <text>
      }
    ],
    "pagination": {"page": 1, "limit": 1, "totalItems": 6}
  },
  "meta": <meta>
}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "delta_getStake", "params": ["<account 1>"]}
<<< 200
{
  "jsonrpc": "2.0",
  "id": 1,
  "result": {
    "stakedAmount": "0",
    "delegatedTo": null,
    "rewards": "0",
    "unbondingAmount": "0",
    "unbondingCompleteTime": null
  }
}

let first = delegate from 1 validator <validator> value 5000

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_sendRawTransaction", "params": ["<first.signedTx>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"txHash": <first.txHash>, "status": "pending"}}

wait for <first.txHash>

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "delta_getStake", "params": ["<account 1>"]}
<<< 200
{
  "jsonrpc": "2.0",
  "id": 1,
  "result": {
    "stakedAmount": "5000",
    "delegatedTo": <validator>,
    "rewards": <amount>,
    "unbondingAmount": "0",
    "unbondingCompleteTime": null
  }
}

let more = delegate from 1 validator <validator> value 250

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_sendRawTransaction", "params": ["<more.signedTx>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"txHash": <more.txHash>, "status": "pending"}}

wait for <more.txHash>

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "delta_getStake", "params": ["<account 1>"]}
<<< 200
{
  "jsonrpc": "2.0",
  "id": 1,
  "result": {
    "stakedAmount": "5250",
    "delegatedTo": <validator>,
    "rewards": <amount>,
    "unbondingAmount": "0",
    "unbondingCompleteTime": null
  }
}

let out = undelegate from 1 value 5000

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_sendRawTransaction", "params": ["<out.signedTx>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"txHash": <out.txHash>, "status": "pending"}}

wait for <out.txHash>

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "delta_getStake", "params": ["<account 1>"]}
<<< 200
{
  "jsonrpc": "2.0",
  "id": 1,
  "result": {
    "stakedAmount": "250",
    "delegatedTo": <validator>,
    "rewards": <amount>,
    "unbondingAmount": "5000",
    "unbondingCompleteTime": <timestamp>
  }
}

let rest = undelegate from 1 value 250

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_sendRawTransaction", "params": ["<rest.signedTx>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"txHash": <rest.txHash>, "status": "pending"}}

wait for <rest.txHash>

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "delta_getStake", "params": ["<account 1>"]}
<<< 200
{
  "jsonrpc": "2.0",
  "id": 1,
  "result": {
    "stakedAmount": "0",
    "delegatedTo": null,
    "rewards": <amount>,
    "unbondingAmount": "5250",
    "unbondingCompleteTime": <timestamp>
  }
}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_getTransactionReceipt", "params": ["<first.txHash>"]}
<<< 200
{
  "jsonrpc": "2.0",
  "id": 1,
  "result": {
    "transactionHash": <first.txHash>,
    "blockNumber": <height firstBlock>,
    "blockHash": <hash>,
    "status": 1,
    "gasUsed": <first.gasLimit>,
    "logs": [
      {
        "index": 0,
        "address": <validator>,
        "event": "Delegated",
        "data": {"delegator": <first.from>, "value": "5000"}
      }
    ]
  }
}
