# A validator, as REST shows it but for its name
chains: delta

>>> GET {rest}/validators?limit=1
<<< 200
{
  "success": true,
  "data": {
    "validators": [
      {
        "address": <address validator>,
        "name": <text>,
        "stake": <amount stake>,
        "delegatedStake": <amount delegated>,
        "commission": <ratio commission>,
        "uptime": <ratio uptime>,
        "status": "active"
      }
    ],
    "pagination": {"page": 1, "limit": 1, "totalItems": <counter>}
  },
  "meta": <meta>
}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "delta_getValidator", "params": ["<validator>"]}
<<< 200
{
  "jsonrpc": "2.0",
  "id": 1,
  "result": {
    "address": <validator>,
    "stake": <stake>,
    "delegatedStake": <delegated>,
    "commission": <commission>,
    "status": "active",
    "uptime": <uptime>
  }
}
