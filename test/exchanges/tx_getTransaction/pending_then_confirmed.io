# A transaction is pending until it is in a block
blocks: ours

let payment = transfer from 0 to 1 value 8

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_getTransaction", "params": ["<payment.txHash>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": null}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_sendRawTransaction", "params": ["<payment.signedTx>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"txHash": <payment.txHash>, "status": "pending"}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_getTransaction", "params": ["<payment.txHash>"]}
<<< 200
{
  "jsonrpc": "2.0",
  "id": 1,
  "result": {
    "hash": <payment.txHash>,
    "from": <payment.from>,
    "to": <payment.to>,
    "value": <payment.value>,
    "nonce": <payment.nonce>,
    "blockNumber": null,
    "blockHash": null,
    "transactionIndex": null,
    "status": "pending",
@alpha    "serialNumbers": [<payment.serialNumber>],
@alpha    "commitments": [<payment.commitment0>, <payment.commitment1>]
  }
}

wait for <payment.txHash>

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_getTransaction", "params": ["<payment.txHash>"]}
<<< 200
{
  "jsonrpc": "2.0",
  "id": 1,
  "result": {
    "hash": <payment.txHash>,
    "from": <payment.from>,
    "to": <payment.to>,
    "value": <payment.value>,
    "nonce": <payment.nonce>,
    "blockNumber": <height>,
    "blockHash": <hash>,
    "transactionIndex": <counter>,
    "status": "confirmed",
@alpha    "serialNumbers": [<payment.serialNumber>],
@alpha    "commitments": [<payment.commitment0>, <payment.commitment1>]
  }
}
