# A page past the end is empty

>>> GET {rest}/blocks?page=1000000&order=asc
<<< 200
{
  "success": true,
  "data": {
    "blocks": [],
    "pagination": {"page": 1000000, "limit": 20, "totalItems": <counter>, "totalPages": <counter>}
  },
  "meta": <meta>
}

>>> GET {rest}/blocks?page=1000000&order=desc
<<< 200
{
  "success": true,
  "data": {
    "blocks": [],
    "pagination": {"page": 1000000, "limit": 20, "totalItems": <counter>, "totalPages": <counter>}
  },
  "meta": <meta>
}

>>> GET {rest}/blocks?page=9007199254740991&order=asc
<<< 200
{
  "success": true,
  "data": {
    "blocks": [],
    "pagination": {"page": 9007199254740991, "limit": 20, "totalItems": <counter>, "totalPages": <counter>}
  },
  "meta": <meta>
}

>>> GET {rest}/blocks?page=9007199254740991&order=desc
<<< 200
{
  "success": true,
  "data": {
    "blocks": [],
    "pagination": {"page": 9007199254740991, "limit": 20, "totalItems": <counter>, "totalPages": <counter>}
  },
  "meta": <meta>
}
