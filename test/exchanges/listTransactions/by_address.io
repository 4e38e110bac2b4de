# Transactions from or to an address, newest first

let payment = transfer from 2 to 3 value 77

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_sendRawTransaction", "params": ["<payment.signedTx>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"txHash": <payment.txHash>, "status": "pending"}}

wait for <payment.txHash>

>>> GET {rest}/transactions?limit=1&address=<payment.from>
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
    "pagination": {"page": 1, "limit": 1, "totalItems": <counter sent>, "totalPages": <counter sent>}
  },
  "meta": <meta>
}

>>> GET {rest}/transactions?limit=1&address=<payment.to>
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
    "pagination": {"page": 1, "limit": 1, "totalItems": <counter received>, "totalPages": <counter received>}
  },
  "meta": <meta>
}

>>> GET {rest}/transactions?limit=1&address=<payment.from>&type=transfer
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
    "pagination": {"page": 1, "limit": 1, "totalItems": <sent>, "totalPages": <sent>}
  },
  "meta": <meta>
}

>>> GET {rest}/transactions?limit=1&address=<payment.to>&type=all
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
    "pagination": {"page": 1, "limit": 1, "totalItems": <received>, "totalPages": <received>}
  },
  "meta": <meta>
}

>>> GET {rest}/transactions?address=<payment.from>&limit=1&page=<sent>
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
    "pagination": {"page": <sent>, "limit": 1, "totalItems": <sent>, "totalPages": <sent>}
  },
  "meta": <meta>
}

>>> GET {rest}/transactions?address=<payment.from>&limit=1&page=<sent+1>
<<< 200
{
  "success": true,
  "data": {
    "transactions": [],
    "pagination": {"page": <sent+1>, "limit": 1, "totalItems": <sent>, "totalPages": <sent>}
  },
  "meta": <meta>
}
