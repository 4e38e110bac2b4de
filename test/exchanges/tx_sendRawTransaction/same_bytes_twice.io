# The same bytes again give the same hash with its status

let payment = transfer from 0 to 1 value 6

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_sendRawTransaction", "params": ["<payment.signedTx>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"txHash": <payment.txHash>, "status": "pending"}}

wait for <payment.txHash>

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 2, "method": "tx_sendRawTransaction", "params": ["<payment.signedTx>"]}
<<< 200
{"jsonrpc": "2.0", "id": 2, "result": {"txHash": <payment.txHash>, "status": "confirmed"}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "account_getNonce", "params": ["<payment.from>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"nonce": <payment.nonce+1>}}
