# Blocks from the oldest up

>>> GET {rest}/blocks?order=asc&limit=3
<<< 200
{
  "success": true,
  "data": {
    "blocks": [
      {
        "number": 0,
        "hash": <hash first>,
        "timestamp": <timestamp>,
        "txCount": <counter>,
        "validator": <address>
      },
      {
        "number": 1,
        "hash": <hash>,
        "timestamp": <timestamp>,
        "txCount": <counter>,
        "validator": <address>
      },
      {
        "number": 2,
        "hash": <hash>,
        "timestamp": <timestamp>,
        "txCount": <counter>,
        "validator": <address>
      }
    ],
    "pagination": {"page": 1, "limit": 3, "totalItems": <counter>, "totalPages": <counter>}
  },
  "meta": <meta>
}

>>> GET {rest}/blocks?order=asc&limit=3&page=2
<<< 200
{
  "success": true,
  "data": {
    "blocks": [
      {
        "number": 3,
        "hash": <hash>,
        "timestamp": <timestamp>,
        "txCount": <counter>,
        "validator": <address>
      },
      {
        "number": 4,
        "hash": <hash>,
        "timestamp": <timestamp>,
        "txCount": <counter>,
        "validator": <address>
      },
      {
        "number": 5,
        "hash": <hash>,
        "timestamp": <timestamp>,
        "txCount": <counter>,
        "validator": <address>
      }
    ],
    "pagination": {"page": 2, "limit": 3, "totalItems": <counter>, "totalPages": <counter>}
  },
  "meta": <meta>
}

>>> GET {rest}/blocks/0
<<< 200
{
  "success": true,
  "data": {
    "number": 0,
    "hash": <first>,
    "timestamp": <timestamp>,
    "txCount": <counter>,
    "validator": <address>,
    "parentHash": "0x0000000000000000000000000000000000000000000000000000000000000000",
    "stateRoot": <hash>,
    "transactionsRoot": <hash>,
    "receiptsRoot": <hash>,
    "gasUsed": <amount>,
    "gasLimit": <amount>
  },
  "meta": <meta>
}
