# A full mempool refuses what it does not know, until a block makes room
blocks: ours
mempool: 1

let first = transfer from 0 to 1 value 7

let second = transfer from 2 to 1 value 7

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_sendRawTransaction", "params": ["<first.signedTx>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"txHash": <first.txHash>, "status": "pending"}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 2, "method": "tx_sendRawTransaction", "params": ["<second.signedTx>"]}
<<< 200
{"jsonrpc": "2.0", "id": 2, "error": {"code": -32000, "message": "Transaction rejected", "data": "The mempool is full with 1 of at most 1: try again after the next block"}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 3, "method": "tx_sendRawTransaction", "params": ["<first.signedTx>"]}
<<< 200
{"jsonrpc": "2.0", "id": 3, "result": {"txHash": <first.txHash>, "status": "pending"}}

wait for <first.txHash>

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 4, "method": "tx_sendRawTransaction", "params": ["<second.signedTx>"]}
<<< 200
{"jsonrpc": "2.0", "id": 4, "result": {"txHash": <second.txHash>, "status": "pending"}}

wait for <second.txHash>
