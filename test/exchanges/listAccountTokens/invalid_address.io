# An address that is none, or of the other chain, is refused
chains: delta

>>> GET {rest}/accounts/<mistyped>/tokens
<<< 400
{
  "success": false,
  "error": {
    "code": "INVALID_PARAM",
    "message": "address must be an address that starts with dx1 and has a valid checksum, got \"<mistyped>\""
  },
  "meta": <meta>
}

>>> GET {rest}/accounts/<foreign>/tokens
<<< 400
{
  "success": false,
  "error": {
    "code": "INVALID_PARAM",
    "message": "address must be an address that starts with dx1 and has a valid checksum, got \"<foreign>\""
  },
  "meta": <meta>
}

>>> GET {rest}/accounts/alice/tokens
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "address must be an address that starts with ax1 or dx1 and has a valid checksum, got \"alice\""}, "meta": <meta>}

>>> GET {rest}/accounts/ax1/tokens
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "address must be an address that starts with ax1 or dx1 and has a valid checksum, got \"ax1\""}, "meta": <meta>}

>>> GET {rest}/accounts/dx1qqqq/tokens
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "address must be an address that starts with ax1 or dx1 and has a valid checksum, got \"dx1qqqq\""}, "meta": <meta>}

>>> GET {rest}/accounts/0xabababababababababababababababababababab/tokens
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "address must be an address that starts with ax1 or dx1 and has a valid checksum, got \"0xabababababababababababababababababababab\""}, "meta": <meta>}

>>> GET {rest}/accounts/DX1QQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQ/tokens
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "address must be an address that starts with ax1 or dx1 and has a valid checksum, got \"DX1QQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQ\""}, "meta": <meta>}

>>> GET {rest}/accounts/dx1bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb/tokens
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "address must be an address that starts with ax1 or dx1 and has a valid checksum, got \"dx1bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\""}, "meta": <meta>}
