# A validator stakes with itself
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

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "delta_getStake", "params": ["<validator>"]}
<<< 200
{
  "jsonrpc": "2.0",
  "id": 1,
  "result": {
    "stakedAmount": <amount>,
    "delegatedTo": <validator>,
    "rewards": <amount>,
    "unbondingAmount": "0",
    "unbondingCompleteTime": null
  }
}
