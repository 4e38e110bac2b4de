# A transaction in a block says where it is

let payment = transfer from 1 to 0 value 9

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_sendRawTransaction", "params": ["<payment.signedTx>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"txHash": <payment.txHash>, "status": "pending"}}

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
    "blockNumber": <height number>,
    "blockHash": <hash block>,
    "transactionIndex": <counter>,
    "status": "confirmed",
@alpha    "serialNumbers": [<payment.serialNumber>],
@alpha    "commitments": [<payment.commitment0>, <payment.commitment1>]
  }
}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_getTransactionReceipt", "params": ["<payment.txHash>"]}
<<< 200
{
  "jsonrpc": "2.0",
  "id": 1,
  "result": {
    "transactionHash": <payment.txHash>,
    "blockNumber": <number>,
    "blockHash": <block>,
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

>>> GET {rest}/transactions/<payment.txHash>
<<< 200
{
  "success": true,
  "data": {
    "hash": <payment.txHash>,
    "blockNumber": <number>,
    "blockHash": <block>,
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
@alpha    "serialNumbers": [<payment.serialNumber>],
@alpha    "commitments": [<payment.commitment0>, <payment.commitment1>]
  },
  "meta": <meta>
}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "chain_getBlockByHash", "params": ["<block>"]}
<<< 200
{
  "jsonrpc": "2.0",
  "id": 1,
  "result": {
    "number": <number>,
    "hash": <block>,
    "parentHash": <hash>,
    "timestamp": <timestamp>,
    "transactions": [<hash>, ...],
    "stateRoot": <hash>,
    "receiptsRoot": <hash>
  }
}
