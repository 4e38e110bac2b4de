# A page past the end is empty

>>> GET {rest}/transactions?page=1000000
<<< 200
{
  "success": true,
  "data": {
    "transactions": [],
    "pagination": {"page": 1000000, "limit": 20, "totalItems": <counter>, "totalPages": <counter>}
  },
  "meta": <meta>
}

>>> GET {rest}/transactions?page=9007199254740991&limit=100
<<< 200
{
  "success": true,
  "data": {
    "transactions": [],
    "pagination": {"page": 9007199254740991, "limit": 100, "totalItems": <counter>, "totalPages": <counter>}
  },
  "meta": <meta>
}
