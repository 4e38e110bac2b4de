# A notification is carried out

let payment = transfer from 2 to 3 value 21

>>> POST {rpc}
{"jsonrpc": "2.0", "method": "tx_sendRawTransaction", "params": ["<payment.signedTx>"]}
<<< 204

wait for <payment.txHash>

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "account_getNonce", "params": ["<payment.from>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"nonce": <payment.nonce+1>}}
