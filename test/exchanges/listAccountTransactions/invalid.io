# A direction, page, limit or address that is none is refused

>>> GET {rest}/accounts/<account 0>/transactions?direction=both
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "direction must be one of \"in\", \"out\", \"all\", got \"both\""}, "meta": <meta>}

>>> GET {rest}/accounts/<account 0>/transactions?direction=IN
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "direction must be one of \"in\", \"out\", \"all\", got \"IN\""}, "meta": <meta>}

>>> GET {rest}/accounts/<account 0>/transactions?direction=
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "direction must be one of \"in\", \"out\", \"all\", got \"\""}, "meta": <meta>}

>>> GET {rest}/accounts/<account 0>/transactions?limit=0
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "limit must be an integer from 1 to 100, got 0"}, "meta": <meta>}

>>> GET {rest}/accounts/<account 0>/transactions?limit=101
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "limit must be an integer from 1 to 100, got 101"}, "meta": <meta>}

>>> GET {rest}/accounts/<account 0>/transactions?limit=-1
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "limit must be an integer from 1 to 100, got -1"}, "meta": <meta>}

>>> GET {rest}/accounts/<account 0>/transactions?limit=1.5
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "limit must be an integer from 1 to 100, got \"1.5\""}, "meta": <meta>}

>>> GET {rest}/accounts/<account 0>/transactions?limit=1e3
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "limit must be an integer from 1 to 100, got \"1e3\""}, "meta": <meta>}

>>> GET {rest}/accounts/<account 0>/transactions?limit=+5
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "limit must be an integer from 1 to 100, got \" 5\""}, "meta": <meta>}

>>> GET {rest}/accounts/<account 0>/transactions?limit=%2B5
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "limit must be an integer from 1 to 100, got \"+5\""}, "meta": <meta>}

>>> GET {rest}/accounts/<account 0>/transactions?limit=05
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "limit must be an integer from 1 to 100, got \"05\""}, "meta": <meta>}

>>> GET {rest}/accounts/<account 0>/transactions?limit=0x10
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "limit must be an integer from 1 to 100, got \"0x10\""}, "meta": <meta>}

>>> GET {rest}/accounts/<account 0>/transactions?limit=
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "limit must be an integer from 1 to 100, got \"\""}, "meta": <meta>}

>>> GET {rest}/accounts/<account 0>/transactions?limit=9007199254740993
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "limit must be an integer from 1 to 100, got \"9007199254740993\""}, "meta": <meta>}

>>> GET {rest}/accounts/<account 0>/transactions?limit=9007199254740991
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "limit must be an integer from 1 to 100, got 9007199254740991"}, "meta": <meta>}

>>> GET {rest}/accounts/<account 0>/transactions?limit=many
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "limit must be an integer from 1 to 100, got \"many\""}, "meta": <meta>}

>>> GET {rest}/accounts/<account 0>/transactions?limit=5&limit=5
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "limit must be given once, got [\"5\",\"5\"]"}, "meta": <meta>}

>>> GET {rest}/accounts/<account 0>/transactions?page=0
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "page must be an integer from 1 to 9007199254740991, got 0"}, "meta": <meta>}

>>> GET {rest}/accounts/<account 0>/transactions?page=-1
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "page must be an integer from 1 to 9007199254740991, got -1"}, "meta": <meta>}

>>> GET {rest}/accounts/<account 0>/transactions?page=1.5
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "page must be an integer from 1 to 9007199254740991, got \"1.5\""}, "meta": <meta>}

>>> GET {rest}/accounts/<account 0>/transactions?page=1e3
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "page must be an integer from 1 to 9007199254740991, got \"1e3\""}, "meta": <meta>}

>>> GET {rest}/accounts/<account 0>/transactions?page=
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "page must be an integer from 1 to 9007199254740991, got \"\""}, "meta": <meta>}

>>> GET {rest}/accounts/<account 0>/transactions?page=9007199254740992
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "page must be an integer from 1 to 9007199254740991, got \"9007199254740992\""}, "meta": <meta>}

>>> GET {rest}/accounts/<account 0>/transactions?page=9007199254740993
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "page must be an integer from 1 to 9007199254740991, got \"9007199254740993\""}, "meta": <meta>}

>>> GET {rest}/accounts/<account 0>/transactions?page=last
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "page must be an integer from 1 to 9007199254740991, got \"last\""}, "meta": <meta>}

>>> GET {rest}/accounts/<account 0>/transactions?page=1&page=2
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "page must be given once, got [\"1\",\"2\"]"}, "meta": <meta>}

>>> GET {rest}/accounts/<mistyped>/transactions
<<< 400
{
  "success": false,
  "error": {
    "code": "INVALID_PARAM",
@alpha     "message": "address must be an address that starts with ax1 and has a valid checksum, got \"<mistyped>\""
@delta     "message": "address must be an address that starts with dx1 and has a valid checksum, got \"<mistyped>\""
  },
  "meta": <meta>
}

>>> GET {rest}/accounts/<foreign>/transactions
<<< 400
{
  "success": false,
  "error": {
    "code": "INVALID_PARAM",
@alpha     "message": "address must be an address that starts with ax1 and has a valid checksum, got \"<foreign>\""
@delta     "message": "address must be an address that starts with dx1 and has a valid checksum, got \"<foreign>\""
  },
  "meta": <meta>
}

>>> GET {rest}/accounts/alice/transactions
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "address must be an address that starts with ax1 or dx1 and has a valid checksum, got \"alice\""}, "meta": <meta>}

>>> GET {rest}/accounts/ax1/transactions
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "address must be an address that starts with ax1 or dx1 and has a valid checksum, got \"ax1\""}, "meta": <meta>}

>>> GET {rest}/accounts/dx1qqqq/transactions
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "address must be an address that starts with ax1 or dx1 and has a valid checksum, got \"dx1qqqq\""}, "meta": <meta>}

>>> GET {rest}/accounts/0xabababababababababababababababababababab/transactions
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "address must be an address that starts with ax1 or dx1 and has a valid checksum, got \"0xabababababababababababababababababababab\""}, "meta": <meta>}

>>> GET {rest}/accounts/DX1QQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQ/transactions
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "address must be an address that starts with ax1 or dx1 and has a valid checksum, got \"DX1QQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQ\""}, "meta": <meta>}

>>> GET {rest}/accounts/dx1bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb/transactions
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "address must be an address that starts with ax1 or dx1 and has a valid checksum, got \"dx1bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\""}, "meta": <meta>}
