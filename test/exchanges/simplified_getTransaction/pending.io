# A pending transaction by the simplified form
blocks: ours

let payment = transfer from 1 to 0 value 16

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_sendRawTransaction", "params": ["<payment.signedTx>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"txHash": <payment.txHash>, "status": "pending"}}

>>> POST {rpc}
{"method": "getTransaction", "params": ["<payment.txHash>"]}
<<< 200
{
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
