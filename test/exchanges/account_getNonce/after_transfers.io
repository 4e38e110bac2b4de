# The next nonce follows the transactions sent
# A pending transaction counts as one in a block does.

let first = transfer from 3 to 2 value 1

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "account_getNonce", "params": ["<first.from>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"nonce": <first.nonce>}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_sendRawTransaction", "params": ["<first.signedTx>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"txHash": <first.txHash>, "status": "pending"}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "account_getNonce", "params": ["<first.from>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"nonce": <first.nonce+1>}}

wait for <first.txHash>

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "account_getNonce", "params": ["<first.from>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"nonce": <first.nonce+1>}}
