# A transfer to oneself is once in every list
# Dev account 8 only pays itself. On alpha such a transfer moves nothing.

let payment = transfer from 8 to 8 value 4

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "account_getNonce", "params": ["<payment.from>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"nonce": <payment.nonce>}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_sendRawTransaction", "params": ["<payment.signedTx>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"txHash": <payment.txHash>, "status": "pending"}}

wait for <payment.txHash>

>>> GET {rest}/accounts/<payment.from>/transactions?direction=in&limit=1
<<< 200
{
  "success": true,
  "data": {
    "transactions": [
      {
        "hash": <payment.txHash>,
        "blockNumber": <height>,
        "blockHash": <hash>,
        "from": <payment.from>,
        "to": <payment.from>,
        "value": <amount>,
        "nonce": <payment.nonce>,
        "gasPrice": <payment.gasPrice>,
        "gasLimit": <payment.gasLimit>,
        "gasUsed": <payment.gasLimit>,
        "status": "success",
        "timestamp": <timestamp>,
        "type": "transfer",
@alpha        "serialNumbers": [<payment.serialNumber>],
@alpha        "commitments": [<payment.commitment0>, <payment.commitment1>]
      }
    ],
    "pagination": {"page": 1, "limit": 1, "totalItems": <payment.nonce+1>, "totalPages": <payment.nonce+1>}
  },
  "meta": <meta>
}

>>> GET {rest}/accounts/<payment.from>/transactions?direction=out&limit=1
<<< 200
{
  "success": true,
  "data": {
    "transactions": [
      {
        "hash": <payment.txHash>,
        "blockNumber": <height>,
        "blockHash": <hash>,
        "from": <payment.from>,
        "to": <payment.from>,
        "value": <amount>,
        "nonce": <payment.nonce>,
        "gasPrice": <payment.gasPrice>,
        "gasLimit": <payment.gasLimit>,
        "gasUsed": <payment.gasLimit>,
        "status": "success",
        "timestamp": <timestamp>,
        "type": "transfer",
@alpha        "serialNumbers": [<payment.serialNumber>],
@alpha        "commitments": [<payment.commitment0>, <payment.commitment1>]
      }
    ],
    "pagination": {"page": 1, "limit": 1, "totalItems": <payment.nonce+1>, "totalPages": <payment.nonce+1>}
  },
  "meta": <meta>
}

>>> GET {rest}/accounts/<payment.from>/transactions?direction=all&limit=1
<<< 200
{
  "success": true,
  "data": {
    "transactions": [
      {
        "hash": <payment.txHash>,
        "blockNumber": <height>,
        "blockHash": <hash>,
        "from": <payment.from>,
        "to": <payment.from>,
        "value": <amount>,
        "nonce": <payment.nonce>,
        "gasPrice": <payment.gasPrice>,
        "gasLimit": <payment.gasLimit>,
        "gasUsed": <payment.gasLimit>,
        "status": "success",
        "timestamp": <timestamp>,
        "type": "transfer",
@alpha        "serialNumbers": [<payment.serialNumber>],
@alpha        "commitments": [<payment.commitment0>, <payment.commitment1>]
      }
    ],
    "pagination": {"page": 1, "limit": 1, "totalItems": <payment.nonce+1>, "totalPages": <payment.nonce+1>}
  },
  "meta": <meta>
}
