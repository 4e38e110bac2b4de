# A sender that is not the address of the key

let payment = transfer from 0 to 1 broken from

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_sendRawTransaction", "params": ["<payment.signedTx>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32000, "message": "Transaction rejected", "data": "From <address> is not the address of the public key, which is <account 0>"}}
