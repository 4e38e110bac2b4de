# A transaction that is in no block has no receipt
blocks: ours

let payment = transfer from 1 to 0 value 12

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_sendRawTransaction", "params": ["<payment.signedTx>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"txHash": <payment.txHash>, "status": "pending"}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_getTransactionReceipt", "params": ["<payment.txHash>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": null}

wait for <payment.txHash>

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_getTransactionReceipt", "params": ["<payment.txHash>"]}
<<< 200
{
  "jsonrpc": "2.0",
  "id": 1,
  "result": {
    "transactionHash": <payment.txHash>,
    "blockNumber": <height>,
    "blockHash": <hash>,
    "status": 1,
    "gasUsed": <payment.gasLimit>,
@alpha    "logs": []
@delta    "logs": [
@delta      {
@delta        "index": 0,
@delta        "address": <payment.to>,
@delta        "event": "Transfer",
@delta        "data": {"from": <payment.from>, "to": <payment.to>, "value": <payment.value>}
@delta      }
@delta    ]
  }
}
