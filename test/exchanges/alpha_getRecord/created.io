# The records that a transfer creates
chains: alpha

let payment = transfer from 1 to 0 value 13

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "alpha_getRecord", "params": ["<payment.commitment0>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": null}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_sendRawTransaction", "params": ["<payment.signedTx>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"txHash": <payment.txHash>, "status": "pending"}}

wait for <payment.txHash>

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "alpha_getRecord", "params": ["<payment.commitment0>"]}
<<< 200
{
  "jsonrpc": "2.0",
  "id": 1,
  "result": {
    "commitment": <payment.commitment0>,
    "transactionHash": <payment.txHash>,
    "blockNumber": <height number>,
    "index": 0,
    "value": "13",
    "owner": <payment.to>
  }
}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "alpha_getRecord", "params": ["<payment.commitment1>"]}
<<< 200
{
  "jsonrpc": "2.0",
  "id": 1,
  "result": {
    "commitment": <payment.commitment1>,
    "transactionHash": <payment.txHash>,
    "blockNumber": <number>,
    "index": 1,
    "value": <payment.output1>,
    "owner": <payment.from>
  }
}
