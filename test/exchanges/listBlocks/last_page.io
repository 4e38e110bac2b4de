# The last page, and past it
blocks: ours

>>> GET {rest}/blocks?limit=1&order=asc
<<< 200
{
  "success": true,
  "data": {
    "blocks": [
      {
        "number": 0,
        "hash": <hash>,
        "timestamp": <timestamp>,
        "txCount": <counter>,
        "validator": <address>
      }
    ],
    "pagination": {"page": 1, "limit": 1, "totalItems": <counter total>, "totalPages": <total>}
  },
  "meta": <meta>
}

>>> GET {rest}/blocks?limit=1&order=asc&page=<total>
<<< 200
{
  "success": true,
  "data": {
    "blocks": [
      {
        "number": <total-1>,
        "hash": <hash>,
        "timestamp": <timestamp>,
        "txCount": <counter>,
        "validator": <address>
      }
    ],
    "pagination": {"page": <total>, "limit": 1, "totalItems": <total>, "totalPages": <total>}
  },
  "meta": <meta>
}

>>> GET {rest}/blocks?limit=1&order=desc&page=<total>
<<< 200
{
  "success": true,
  "data": {
    "blocks": [
      {
        "number": 0,
        "hash": <hash>,
        "timestamp": <timestamp>,
        "txCount": <counter>,
        "validator": <address>
      }
    ],
    "pagination": {"page": <total>, "limit": 1, "totalItems": <total>, "totalPages": <total>}
  },
  "meta": <meta>
}

>>> GET {rest}/blocks?limit=1&page=<total+1>
<<< 200
{
  "success": true,
  "data": {
    "blocks": [],
    "pagination": {"page": <total+1>, "limit": 1, "totalItems": <total>, "totalPages": <total>}
  },
  "meta": <meta>
}
