# An address that was never seen has none

>>> GET {rest}/transactions?address=<unseen>
<<< 200
{
  "success": true,
  "data": {
    "transactions": [],
    "pagination": {"page": 1, "limit": 20, "totalItems": 0, "totalPages": 0}
  },
  "meta": <meta>
}

>>> GET {rest}/transactions?address=<unseen>&type=transfer&page=3
<<< 200
{
  "success": true,
  "data": {
    "transactions": [],
    "pagination": {"page": 3, "limit": 20, "totalItems": 0, "totalPages": 0}
  },
  "meta": <meta>
}
