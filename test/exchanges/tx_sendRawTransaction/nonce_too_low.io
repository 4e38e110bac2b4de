# A nonce that is used

let first = transfer from 0 to 1 value 1

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_sendRawTransaction", "params": ["<first.signedTx>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"txHash": <first.txHash>, "status": "pending"}}

wait for <first.txHash>

let late = transfer from 0 to 1 value 2 nonce -1

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_sendRawTransaction", "params": ["<late.signedTx>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32002, "message": "Nonce too low", "data": "Nonce is <first.nonce>, the next nonce of <account 0> is <first.nonce+1>, counting pending transactions"}}
