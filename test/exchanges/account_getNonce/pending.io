# Pending transactions count, though not in the balance
blocks: ours

let payment = transfer from 3 to 2 value 1

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_sendRawTransaction", "params": ["<payment.signedTx>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"txHash": <payment.txHash>, "status": "pending"}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "account_getNonce", "params": ["<payment.from>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"nonce": <payment.nonce+1>}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "account_getBalance", "params": ["<payment.from>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"balance": <amount>, "nonce": <payment.nonce>, "blockNumber": <height>}}
