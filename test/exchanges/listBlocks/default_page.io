# Blocks, newest first, twenty to a page

>>> GET {rest}/blocks
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
      },
      {
        "number": <newest-2>,
        "hash": <hash>,
        "timestamp": <timestamp>,
        "txCount": <counter>,
        "validator": <address>
      },
      {
        "number": <height>,
        "hash": <hash>,
        "timestamp": <timestamp>,
        "txCount": <counter>,
        "validator": <address>
      },
      ...20
    ],
    "pagination": {"page": 1, "limit": 20, "totalItems": <newest+1>, "totalPages": <counter>}
  },
  "meta": <meta>
}
