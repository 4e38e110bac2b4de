# A gas limit below what is needed

let payment = transfer from 0 to 1 gasLimit 1

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_sendRawTransaction", "params": ["<payment.signedTx>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32000, "message": "Transaction rejected", "data": "Gas limit 1 is below the required <amount>"}}
