# An account, with as many transactions as its list has

let payment = transfer from 3 to 2 value 9

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_sendRawTransaction", "params": ["<payment.signedTx>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"txHash": <payment.txHash>, "status": "pending"}}

wait for <payment.txHash>

>>> GET {rest}/accounts/<payment.from>
<<< 200
{
  "success": true,
  "data": {
    "address": <payment.from>,
    "balance": <amount balance>,
    "nonce": <payment.nonce+1>,
    "txCount": <counter count>,
    "isContract": false,
    "firstSeen": <timestamp>,
    "lastSeen": <timestamp>
  },
  "meta": <meta>
}

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
    "pagination": {"page": 1, "limit": 1, "totalItems": <count>, "totalPages": <count>}
  },
  "meta": <meta>
}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "account_getBalance", "params": ["<payment.from>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"balance": <balance>, "nonce": <payment.nonce+1>, "blockNumber": <height>}}
