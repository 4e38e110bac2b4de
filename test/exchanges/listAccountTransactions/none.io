# An account without transactions has an empty list
# No case uses dev account 9.

>>> GET {rest}/accounts/<account 9>/transactions
<<< 200
{
  "success": true,
  "data": {
    "transactions": [],
    "pagination": {"page": 1, "limit": 20, "totalItems": 0, "totalPages": 0}
  },
  "meta": <meta>
}
