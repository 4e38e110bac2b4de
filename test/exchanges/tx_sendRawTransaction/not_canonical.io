# A transaction in another encoding than the deterministic one

let payment = transfer from 0 to 1 broken encoding

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_sendRawTransaction", "params": ["<payment.signedTx>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32000, "message": "Transaction rejected", "data": "Cannot decode transaction: <text>"}}
