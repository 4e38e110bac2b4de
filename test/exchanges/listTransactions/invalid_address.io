# An address that is none, or of the other chain, is refused

>>> GET {rest}/transactions?address=<mistyped>
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

>>> GET {rest}/transactions?address=<foreign>
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

>>> GET {rest}/transactions?address=alice
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "address must be an address that starts with ax1 or dx1 and has a valid checksum, got \"alice\""}, "meta": <meta>}

>>> GET {rest}/transactions?address=ax1
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "address must be an address that starts with ax1 or dx1 and has a valid checksum, got \"ax1\""}, "meta": <meta>}

>>> GET {rest}/transactions?address=dx1qqqq
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "address must be an address that starts with ax1 or dx1 and has a valid checksum, got \"dx1qqqq\""}, "meta": <meta>}

>>> GET {rest}/transactions?address=0xabababababababababababababababababababab
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "address must be an address that starts with ax1 or dx1 and has a valid checksum, got \"0xabababababababababababababababababababab\""}, "meta": <meta>}

>>> GET {rest}/transactions?address=DX1QQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQ
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "address must be an address that starts with ax1 or dx1 and has a valid checksum, got \"DX1QQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQ\""}, "meta": <meta>}

>>> GET {rest}/transactions?address=dx1bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "address must be an address that starts with ax1 or dx1 and has a valid checksum, got \"dx1bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\""}, "meta": <meta>}

>>> GET {rest}/transactions?address=
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "address must be an address that starts with ax1 or dx1 and has a valid checksum, got \"\""}, "meta": <meta>}
