# All validators, page by page: no two pages have the same
chains: delta

>>> GET {rest}/validators?status=all
<<< 200
{
  "success": true,
  "data": {
    "validators": [
      {
        "address": <address a>,
        "name": <text>,
        "stake": <amount>,
        "delegatedStake": <amount>,
        "commission": <ratio>,
        "uptime": <ratio>,
        "status": <text>
      },
      {
        "address": <address b>,
        "name": <text>,
        "stake": <amount>,
        "delegatedStake": <amount>,
        "commission": <ratio>,
        "uptime": <ratio>,
        "status": <text>
      },
      {
        "address": <address c>,
        "name": <text>,
        "stake": <amount>,
        "delegatedStake": <amount>,
        "commission": <ratio>,
        "uptime": <ratio>,
        "status": <text>
      },
      {
        "address": <address d>,
        "name": <text>,
        "stake": <amount>,
        "delegatedStake": <amount>,
        "commission": <ratio>,
        "uptime": <ratio>,
        "status": <text>
      },
      {
        "address": <address e>,
        "name": <text>,
        "stake": <amount>,
        "delegatedStake": <amount>,
        "commission": <ratio>,
        "uptime": <ratio>,
        "status": <text>
      },
      {
        "address": <address f>,
        "name": <text>,
        "stake": <amount>,
        "delegatedStake": <amount>,
        "commission": <ratio>,
        "uptime": <ratio>,
        "status": <text>
      }
    ],
    "pagination": {"page": 1, "limit": 20, "totalItems": 6}
  },
  "meta": <meta>
}

>>> GET {rest}/validators?status=all&limit=2
<<< 200
{
  "success": true,
  "data": {
    "validators": [
      {
        "address": <a>,
        "name": <text>,
        "stake": <amount>,
        "delegatedStake": <amount>,
        "commission": <ratio>,
        "uptime": <ratio>,
        "status": <text>
      },
      {
        "address": <b>,
        "name": <text>,
        "stake": <amount>,
        "delegatedStake": <amount>,
        "commission": <ratio>,
        "uptime": <ratio>,
        "status": <text>
      }
    ],
    "pagination": {"page": 1, "limit": 2, "totalItems": 6}
  },
  "meta": <meta>
}

>>> GET {rest}/validators?status=all&limit=2&page=2
<<< 200
{
  "success": true,
  "data": {
    "validators": [
      {
        "address": <c>,
        "name": <text>,
        "stake": <amount>,
        "delegatedStake": <amount>,
        "commission": <ratio>,
        "uptime": <ratio>,
        "status": <text>
      },
      {
        "address": <d>,
        "name": <text>,
        "stake": <amount>,
        "delegatedStake": <amount>,
        "commission": <ratio>,
        "uptime": <ratio>,
        "status": <text>
      }
    ],
    "pagination": {"page": 2, "limit": 2, "totalItems": 6}
  },
  "meta": <meta>
}

>>> GET {rest}/validators?status=all&limit=2&page=3
<<< 200
{
  "success": true,
  "data": {
    "validators": [
      {
        "address": <e>,
        "name": <text>,
        "stake": <amount>,
        "delegatedStake": <amount>,
        "commission": <ratio>,
        "uptime": <ratio>,
        "status": <text>
      },
      {
        "address": <f>,
        "name": <text>,
        "stake": <amount>,
        "delegatedStake": <amount>,
        "commission": <ratio>,
        "uptime": <ratio>,
        "status": <text>
      }
    ],
    "pagination": {"page": 3, "limit": 2, "totalItems": 6}
  },
  "meta": <meta>
}

>>> GET {rest}/validators?status=all&limit=2&page=4
<<< 200
{
  "success": true,
  "data": {
    "validators": [],
    "pagination": {"page": 4, "limit": 2, "totalItems": 6}
  },
  "meta": <meta>
}
