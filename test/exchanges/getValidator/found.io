# A validator is as the list has it
chains: delta

>>> GET {rest}/validators?limit=1
<<< 200
{
  "success": true,
  "data": {
    "validators": [
      {
        "address": <address validator>,
        "name": <text name>,
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

>>> GET {rest}/validators/<validator>
<<< 200
{
  "success": true,
  "data": {
    "address": <validator>,
    "name": <name>,
    "stake": <stake>,
    "delegatedStake": <delegated>,
    "commission": <commission>,
    "uptime": <uptime>,
    "status": "active"
  },
  "meta": <meta>
}
