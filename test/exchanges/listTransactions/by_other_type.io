# A type that is of delta alone
chains: delta

>>> GET {rest}/transactions?type=vote&limit=1
<<< 200
{
  "success": true,
  "data": {"transactions": <any>, "pagination": <any>},
  "meta": <meta>
}
