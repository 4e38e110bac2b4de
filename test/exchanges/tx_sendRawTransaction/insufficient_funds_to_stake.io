# Stakes and deposits count to what a transaction may cost
chains: delta

>>> GET {rest}/validators?status=all&limit=1
<<< 200
{
  "success": true,
  "data": {
    "validators": [
      {
        "address": <address validator>,
        "name": <text>,
        "stake": <amount>,
        "delegatedStake": <amount>,
        "commission": <ratio>,
        "uptime": <ratio>,
        "status": <text>
      }
    ],
    "pagination": {"page": 1, "limit": 1, "totalItems": 6}
  },
  "meta": <meta>
}

let stake = delegate from 3 validator <validator> value 1000000000000000000000000000000000000

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_sendRawTransaction", "params": ["<stake.signedTx>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32001, "message": "Insufficient funds", "data": "The transaction may cost <amount> <text>, <account 3> has <amount>"}}
