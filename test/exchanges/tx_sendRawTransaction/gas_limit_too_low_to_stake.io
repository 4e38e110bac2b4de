# Each type needs its own gas
chains: delta

let out = undelegate from 3 value 1 gasLimit 69999

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_sendRawTransaction", "params": ["<out.signedTx>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32000, "message": "Transaction rejected", "data": "Gas limit 69999 is below the required 70000"}}
