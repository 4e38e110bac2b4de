# The order that is the default can be named

>>> GET {rest}/blocks?order=desc&limit=2
<<< 200
{
  "success": true,
  "data": {
    "blocks": [
      {
        "number": <height newest>,
        "hash": <hash>,
        "timestamp": <timestamp>,
        "txCount": <counter>,
        "validator": <address>
      },
      {
        "number": <newest-1>,
        "hash": <hash>,
        "timestamp": <timestamp>,
        "txCount": <counter>,
        "validator": <address>
      }
    ],
    "pagination": {"page": 1, "limit": 2, "totalItems": <newest+1>, "totalPages": <counter>}
  },
  "meta": <meta>
}
