# A transaction is found by its hash

let payment = transfer from 2 to 3 value 1234

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_sendRawTransaction", "params": ["<payment.signedTx>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"txHash": <payment.txHash>, "status": "pending"}}

wait for <payment.txHash>

>>> GET {rest}/transactions/<payment.txHash>
<<< 200
{
  "success": true,
  "data": {
    "hash": <payment.txHash>,
    "blockNumber": <height number>,
    "blockHash": <hash block>,
    "from": <payment.from>,
    "to": <payment.to>,
    "value": <payment.value>,
    "nonce": <payment.nonce>,
    "gasPrice": <payment.gasPrice>,
    "gasLimit": <payment.gasLimit>,
    "gasUsed": <payment.gasLimit>,
    "status": "success",
    "timestamp": <timestamp time>,
    "type": "transfer",
@alpha    "serialNumbers": [<payment.serialNumber>],
@alpha    "commitments": [<payment.commitment0>, <payment.commitment1>]
  },
  "meta": <meta>
}

>>> GET {rest}/blocks/<number>
<<< 200
{
  "success": true,
  "data": {
    "number": <number>,
    "hash": <block>,
    "timestamp": <time>,
    "txCount": <counter>,
    "validator": <address>,
    "parentHash": <hash>,
    "stateRoot": <hash>,
    "transactionsRoot": <hash>,
    "receiptsRoot": <hash>,
    "gasUsed": <amount>,
    "gasLimit": <amount>
  },
  "meta": <meta>
}
