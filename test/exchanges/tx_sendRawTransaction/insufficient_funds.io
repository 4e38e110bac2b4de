# A transfer of more than there is

let payment = transfer from 0 to 1 value 1000000000000000000000000000000000000

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_sendRawTransaction", "params": ["<payment.signedTx>"]}
<<< 200
@alpha {"jsonrpc": "2.0", "id": 1, "error": {"code": -32001, "message": "Insufficient funds", "data": "The spent records hold <amount>, <text>"}}
@delta {"jsonrpc": "2.0", "id": 1, "error": {"code": -32001, "message": "Insufficient funds", "data": "The transaction may cost <amount> <text>, <account 0> has <amount>"}}
