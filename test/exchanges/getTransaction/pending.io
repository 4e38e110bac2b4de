# A transaction that is in no block is not found
blocks: ours

let payment = transfer from 2 to 3 value 1

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_sendRawTransaction", "params": ["<payment.signedTx>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"txHash": <payment.txHash>, "status": "pending"}}

>>> GET {rest}/transactions/<payment.txHash>
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No transaction <payment.txHash> in a block"}, "meta": <meta>}
