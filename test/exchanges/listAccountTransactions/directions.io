# Transactions an account sent, received, and both
# Dev account 6 only pays dev account 7, which never pays.

let payment = transfer from 6 to 7 value 3

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_sendRawTransaction", "params": ["<payment.signedTx>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"txHash": <payment.txHash>, "status": "pending"}}

wait for <payment.txHash>

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
        "to": <payment.to>,
        "value": <payment.value>,
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
    "pagination": {"page": 1, "limit": 1, "totalItems": <counter>, "totalPages": <counter>}
  },
  "meta": <meta>
}

>>> GET {rest}/accounts/<payment.to>/transactions?direction=in&limit=1
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
        "to": <payment.to>,
        "value": <payment.value>,
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
    "pagination": {"page": 1, "limit": 1, "totalItems": <counter>, "totalPages": <counter>}
  },
  "meta": <meta>
}

>>> GET {rest}/accounts/<payment.to>/transactions?direction=all&limit=1
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
        "to": <payment.to>,
        "value": <payment.value>,
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
    "pagination": {"page": 1, "limit": 1, "totalItems": <counter>, "totalPages": <counter>}
  },
  "meta": <meta>
}

>>> GET {rest}/accounts/<payment.to>/transactions?direction=out&limit=1
<<< 200
{
  "success": true,
  "data": {
    "transactions": [],
    "pagination": {"page": 1, "limit": 1, "totalItems": 0, "totalPages": 0}
  },
  "meta": <meta>
}

>>> GET {rest}/accounts/<payment.from>/transactions?direction=in
<<< 200
{
  "success": true,
  "data": {
    "transactions": [],
    "pagination": {"page": 1, "limit": 20, "totalItems": 0, "totalPages": 0}
  },
  "meta": <meta>
}
