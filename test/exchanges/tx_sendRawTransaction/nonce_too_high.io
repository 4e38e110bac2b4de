# A nonce that leaves a gap

let early = transfer from 0 to 1 value 2 nonce +1

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_sendRawTransaction", "params": ["<early.signedTx>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32003, "message": "Nonce too high", "data": "Nonce is <early.nonce>, the next nonce of <account 0> is <early.nonce-1>, counting pending transactions"}}
