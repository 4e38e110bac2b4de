# Inactive validators
chains: delta

>>> GET {rest}/validators?status=inactive
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
        "status": "inactive"
      },
      ...
    ],
    "pagination": {"page": 1, "limit": 20, "totalItems": <counter>}
  },
  "meta": <meta>
}
