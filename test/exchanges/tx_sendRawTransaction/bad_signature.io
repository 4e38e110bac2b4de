# A signature that does not belong to the transaction

let payment = transfer from 0 to 1 broken signature

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_sendRawTransaction", "params": ["<payment.signedTx>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32000, "message": "Transaction rejected", "data": "The signature does not match the transaction and the key"}}
