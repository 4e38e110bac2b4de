# Unknown query parameters are ignored

>>> GET {rest}/blocks?limit=1&order=asc&colour=blue&Limit=0
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
    "pagination": {"page": 1, "limit": 1, "totalItems": <counter>, "totalPages": <counter>}
  },
  "meta": <meta>
}

>>> GET {rest}/chain/info?page=none
<<< 200
{
  "success": true,
  "data": <any>,
  "meta": <meta>
}
