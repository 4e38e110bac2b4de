# A proposal is made and voted on by stake; a second vote, and one without stake, fail
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

let stake = delegate from 0 validator <validator> value 777

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_sendRawTransaction", "params": ["<stake.signedTx>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"txHash": <stake.txHash>, "status": "pending"}}

wait for <stake.txHash>

let proposal = propose from 4 title Longer description Text

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_sendRawTransaction", "params": ["<proposal.signedTx>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"txHash": <proposal.txHash>, "status": "pending"}}

wait for <proposal.txHash>

>>> GET {rest}/governance/proposals?status=all&limit=1
<<< 200
{
  "success": true,
  "data": {
    "proposals": [
      {
        "id": <counter id>,
        "title": "Longer",
        "proposer": <proposal.from>,
        "status": "active",
        "votesFor": <amount>,
        "votesAgainst": <amount>,
        "votesAbstain": <amount>,
        "startBlock": <height>,
        "endBlock": <height>
      }
    ],
    "pagination": {"page": 1, "limit": 1, "totalItems": <id>}
  },
  "meta": <meta>
}

let yes = vote from 0 proposal <id> choice for

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_sendRawTransaction", "params": ["<yes.signedTx>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"txHash": <yes.txHash>, "status": "pending"}}

wait for <yes.txHash>

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_getTransactionReceipt", "params": ["<yes.txHash>"]}
<<< 200
{
  "jsonrpc": "2.0",
  "id": 1,
  "result": {
    "transactionHash": <yes.txHash>,
    "blockNumber": <height yesBlock>,
    "blockHash": <hash>,
    "status": 1,
    "gasUsed": <yes.gasLimit>,
    "logs": [
      {
        "index": 0,
        "address": <yes.from>,
        "event": "Voted",
        "data": {"proposal": <text>, "choice": "for", "weight": "777"}
      }
    ]
  }
}

let again = vote from 0 proposal <id> choice against

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_sendRawTransaction", "params": ["<again.signedTx>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"txHash": <again.txHash>, "status": "pending"}}

wait for <again.txHash>

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_getTransactionReceipt", "params": ["<again.txHash>"]}
<<< 200
{
  "jsonrpc": "2.0",
  "id": 1,
  "result": {
    "transactionHash": <again.txHash>,
    "blockNumber": <height againBlock>,
    "blockHash": <hash>,
    "status": 0,
    "gasUsed": <again.gasLimit>,
    "logs": []
  }
}

let without = vote from 4 proposal <id> choice abstain

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_sendRawTransaction", "params": ["<without.signedTx>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"txHash": <without.txHash>, "status": "pending"}}

wait for <without.txHash>

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_getTransactionReceipt", "params": ["<without.txHash>"]}
<<< 200
{
  "jsonrpc": "2.0",
  "id": 1,
  "result": {
    "transactionHash": <without.txHash>,
    "blockNumber": <height withoutBlock>,
    "blockHash": <hash>,
    "status": 0,
    "gasUsed": <without.gasLimit>,
    "logs": []
  }
}

>>> GET {rest}/governance/proposals/<id>
<<< 200
{
  "success": true,
  "data": {
    "id": <id>,
    "title": "Longer",
    "description": "Text",
    "proposer": <proposal.from>,
    "status": "active",
    "votesFor": "777",
    "votesAgainst": "0",
    "votesAbstain": "0",
    "startBlock": <height start>,
    "endBlock": <start+200>
  },
  "meta": <meta>
}
