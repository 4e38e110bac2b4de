# A record that was spent cannot be spent again
chains: alpha

let first = transfer from 1 to 0 value 2

let second = transfer from 1 to 0 value 3 nonce +1

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_sendRawTransaction", "params": ["<first.signedTx>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"txHash": <first.txHash>, "status": "pending"}}

wait for <first.txHash>

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_sendRawTransaction", "params": ["<second.signedTx>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32000, "message": "Transaction rejected", "data": "Serial number <first.serialNumber> was spent in block <height>"}}
