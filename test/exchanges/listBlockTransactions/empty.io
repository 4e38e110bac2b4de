# A block without transactions has an empty list

>>> GET {rest}/blocks/0/transactions
<<< 200
{
  "success": true,
  "data": {
    "transactions": [],
    "pagination": {"page": 1, "limit": 20, "totalItems": 0, "totalPages": 0}
  },
  "meta": <meta>
}
