# Transactions come in block order
blocks: ours

let first = transfer from 0 to 1 value 1

let second = transfer from 1 to 0 value 2

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_sendRawTransaction", "params": ["<first.signedTx>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"txHash": <first.txHash>, "status": "pending"}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 2, "method": "tx_sendRawTransaction", "params": ["<second.signedTx>"]}
<<< 200
{"jsonrpc": "2.0", "id": 2, "result": {"txHash": <second.txHash>, "status": "pending"}}

wait for <second.txHash>

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
    "blockNumber": <height number>,
    "blockHash": <hash>,
    "transactionIndex": 1,
    "status": "confirmed",
@alpha    "serialNumbers": [<second.serialNumber>],
@alpha    "commitments": [<second.commitment0>, <second.commitment1>]
  }
}

>>> GET {rest}/blocks/<number>/transactions
<<< 200
{
  "success": true,
  "data": {
    "transactions": [
      {
        "hash": <first.txHash>,
        "blockNumber": <number>,
        "blockHash": <hash>,
        "from": <first.from>,
        "to": <first.to>,
        "value": <first.value>,
        "nonce": <first.nonce>,
        "gasPrice": <first.gasPrice>,
        "gasLimit": <first.gasLimit>,
        "gasUsed": <first.gasLimit>,
        "status": "success",
        "timestamp": <timestamp>,
        "type": "transfer",
@alpha        "serialNumbers": [<first.serialNumber>],
@alpha        "commitments": [<first.commitment0>, <first.commitment1>]
      },
      {
        "hash": <second.txHash>,
        "blockNumber": <number>,
        "blockHash": <hash>,
        "from": <second.from>,
        "to": <second.to>,
        "value": <second.value>,
        "nonce": <second.nonce>,
        "gasPrice": <second.gasPrice>,
        "gasLimit": <second.gasLimit>,
        "gasUsed": <second.gasLimit>,
        "status": "success",
        "timestamp": <timestamp>,
        "type": "transfer",
@alpha        "serialNumbers": [<second.serialNumber>],
@alpha        "commitments": [<second.commitment0>, <second.commitment1>]
      }
    ],
    "pagination": {"page": 1, "limit": 20, "totalItems": 2, "totalPages": 1}
  },
  "meta": <meta>
}
