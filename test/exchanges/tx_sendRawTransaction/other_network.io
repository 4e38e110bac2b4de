# A transaction for the other network

let payment = transfer for network

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_sendRawTransaction", "params": ["<payment.signedTx>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32000, "message": "Transaction rejected", "data": "The transaction is for <chain> <text>, this is <chain> <network>"}}
