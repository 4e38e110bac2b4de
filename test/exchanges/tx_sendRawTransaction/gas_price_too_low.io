# A gas price below the floor

let payment = transfer from 0 to 1 gasPrice 999999999

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_sendRawTransaction", "params": ["<payment.signedTx>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32000, "message": "Transaction rejected", "data": "Gas price 999999999 is below the floor of 1000000000"}}
