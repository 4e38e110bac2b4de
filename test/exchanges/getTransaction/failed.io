# A transaction that failed is in a block, charged for its gas
# Each of the two transfers can be paid for by itself, both together cannot.
chains: delta
blocks: ours

let first = transfer from 4 to 5 value 600000000000000000000000

let second = transfer from 4 to 5 value 600000000000000000000000 nonce +1

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_sendRawTransaction", "params": ["<first.signedTx>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"txHash": <first.txHash>, "status": "pending"}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_sendRawTransaction", "params": ["<second.signedTx>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"txHash": <second.txHash>, "status": "pending"}}

wait for <second.txHash>

>>> GET {rest}/transactions/<second.txHash>
<<< 200
{
  "success": true,
  "data": {
    "hash": <second.txHash>,
    "blockNumber": <height>,
    "blockHash": <hash>,
    "from": <second.from>,
    "to": <second.to>,
    "value": <second.value>,
    "nonce": <second.nonce>,
    "gasPrice": <second.gasPrice>,
    "gasLimit": <second.gasLimit>,
    "gasUsed": <second.gasLimit>,
    "status": "failed",
    "timestamp": <timestamp>,
    "type": "transfer",
@alpha    "serialNumbers": [<second.serialNumber>],
@alpha    "commitments": [<second.commitment0>, <second.commitment1>]
  },
  "meta": <meta>
}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_getTransaction", "params": ["<second.txHash>"]}
<<< 200
{
  "jsonrpc": "2.0",
  "id": 1,
  "result": {
    "hash": <second.txHash>,
    "from": <second.from>,
    "to": <second.to>,
    "value": <second.value>,
    "nonce": <second.nonce>,
    "blockNumber": <height>,
    "blockHash": <hash>,
    "transactionIndex": <counter>,
    "status": "failed",
@alpha    "serialNumbers": [<second.serialNumber>],
@alpha    "commitments": [<second.commitment0>, <second.commitment1>]
  }
}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_getTransactionReceipt", "params": ["<second.txHash>"]}
<<< 200
{
  "jsonrpc": "2.0",
  "id": 1,
  "result": {
    "transactionHash": <second.txHash>,
    "blockNumber": <height>,
    "blockHash": <hash>,
    "status": 0,
    "gasUsed": <second.gasLimit>,
    "logs": []
  }
}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_sendRawTransaction", "params": ["<second.signedTx>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"txHash": <second.txHash>, "status": "failed"}}

let back = transfer from 5 to 4 value 600000000000000000000000

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_sendRawTransaction", "params": ["<back.signedTx>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"txHash": <back.txHash>, "status": "pending"}}

wait for <back.txHash>
