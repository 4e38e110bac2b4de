# The balance at a past height

let payment = transfer from 3 to 2 value 5

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "account_getBalance", "params": ["<payment.from>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"balance": <amount before>, "nonce": <payment.nonce>, "blockNumber": <height>}}

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
    "blockHash": <hash>,
    "transactionIndex": <counter>,
    "status": "confirmed",
@alpha    "serialNumbers": [<payment.serialNumber>],
@alpha    "commitments": [<payment.commitment0>, <payment.commitment1>]
  }
}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "account_getBalance", "params": ["<payment.from>", <number>]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"balance": <amount after>, "nonce": <payment.nonce+1>, "blockNumber": <number>}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "account_getBalance", "params": ["<payment.from>", <number-1>]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"balance": <before>, "nonce": <payment.nonce>, "blockNumber": <number-1>}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "account_getBalance", "params": ["<payment.from>", "<number>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"balance": <after>, "nonce": <payment.nonce+1>, "blockNumber": <number>}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "account_getBalance", "params": ["<payment.from>", 0]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"balance": "1000000000000000000000000", "nonce": 0, "blockNumber": 0}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "account_getBalance", "params": ["<payment.from>", "0"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"balance": "1000000000000000000000000", "nonce": 0, "blockNumber": 0}}
