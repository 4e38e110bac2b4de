# First page, last page and past it

let payment = transfer from 2 to 3 value 8

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_sendRawTransaction", "params": ["<payment.signedTx>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"txHash": <payment.txHash>, "status": "pending"}}

wait for <payment.txHash>

>>> GET {rest}/accounts/<payment.from>/transactions?limit=1
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
    "pagination": {"page": 1, "limit": 1, "totalItems": <counter total>, "totalPages": <total>}
  },
  "meta": <meta>
}

>>> GET {rest}/accounts/<payment.from>/transactions?limit=1&page=<total>
<<< 200
{
  "success": true,
  "data": {
    "transactions": [
      {
        "hash": <hash>,
        "blockNumber": <height>,
        "blockHash": <hash>,
        "from": <address>,
        "to": <address>,
        "value": <amount>,
        "nonce": <counter>,
        "gasPrice": <amount>,
        "gasLimit": <amount>,
        "gasUsed": <amount>,
        "status": <text>,
        "timestamp": <timestamp>,
        "type": <text>,
@delta        "token?": {"contract": <address>, "amount": <amount>},
@alpha        "serialNumbers": [<hash>, ...],
@alpha        "commitments": [<hash>, ...]
      }
    ],
    "pagination": {"page": <total>, "limit": 1, "totalItems": <total>, "totalPages": <total>}
  },
  "meta": <meta>
}

>>> GET {rest}/accounts/<payment.from>/transactions?limit=1&page=<total+1>
<<< 200
{
  "success": true,
  "data": {
    "transactions": [],
    "pagination": {"page": <total+1>, "limit": 1, "totalItems": <total>, "totalPages": <total>}
  },
  "meta": <meta>
}
