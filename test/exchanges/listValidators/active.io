# Active validators are the default; a page says nothing of the number of pages
chains: delta

>>> GET {rest}/validators
<<< 200
{
  "success": true,
  "data": {
    "validators": [
      {
        "address": <address>,
        "name": <text>,
        "stake": <amount>,
        "delegatedStake": <amount>,
        "commission": <ratio>,
        "uptime": <ratio>,
        "status": "active"
      },
      ...
    ],
    "pagination": {"page": 1, "limit": 20, "totalItems": <counter>}
  },
  "meta": <meta>
}

>>> GET {rest}/validators?status=active
<<< 200
{
  "success": true,
  "data": {
    "validators": [
      {
        "address": <address>,
        "name": <text>,
        "stake": <amount>,
        "delegatedStake": <amount>,
        "commission": <ratio>,
        "uptime": <ratio>,
        "status": "active"
      },
      ...
    ],
    "pagination": {"page": 1, "limit": 20, "totalItems": <counter>}
  },
  "meta": <meta>
}
