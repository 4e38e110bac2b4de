# A page has at most a hundred blocks

>>> GET {rest}/blocks?limit=100
<<< 200
{
  "success": true,
  "data": {
    "blocks": [
      {
        "number": <height>,
        "hash": <hash>,
        "timestamp": <timestamp>,
        "txCount": <counter>,
        "validator": <address>
      },
      ...
    ],
    "pagination": {"page": 1, "limit": 100, "totalItems": <counter>, "totalPages": <counter>}
  },
  "meta": <meta>
}
