# An address that is none, or of the other chain, is refused
chains: delta

>>> GET {rest}/validators/<mistyped>
<<< 400
{
  "success": false,
  "error": {
    "code": "INVALID_PARAM",
    "message": "address must be an address that starts with dx1 and has a valid checksum, got \"<mistyped>\""
  },
  "meta": <meta>
}

>>> GET {rest}/validators/<foreign>
<<< 400
{
  "success": false,
  "error": {
    "code": "INVALID_PARAM",
    "message": "address must be an address that starts with dx1 and has a valid checksum, got \"<foreign>\""
  },
  "meta": <meta>
}

>>> GET {rest}/validators/alice
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "address must be an address that starts with ax1 or dx1 and has a valid checksum, got \"alice\""}, "meta": <meta>}

>>> GET {rest}/validators/ax1
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "address must be an address that starts with ax1 or dx1 and has a valid checksum, got \"ax1\""}, "meta": <meta>}

>>> GET {rest}/validators/dx1qqqq
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "address must be an address that starts with ax1 or dx1 and has a valid checksum, got \"dx1qqqq\""}, "meta": <meta>}

>>> GET {rest}/validators/0xabababababababababababababababababababab
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "address must be an address that starts with ax1 or dx1 and has a valid checksum, got \"0xabababababababababababababababababababab\""}, "meta": <meta>}

>>> GET {rest}/validators/DX1QQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQ
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "address must be an address that starts with ax1 or dx1 and has a valid checksum, got \"DX1QQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQ\""}, "meta": <meta>}

>>> GET {rest}/validators/dx1bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "address must be an address that starts with ax1 or dx1 and has a valid checksum, got \"dx1bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\""}, "meta": <meta>}
