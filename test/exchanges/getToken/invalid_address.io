# An address that is none, or of the other chain, is refused
chains: delta

>>> GET {rest}/tokens/<mistyped>
<<< 400
{
  "success": false,
  "error": {
    "code": "INVALID_PARAM",
    "message": "contract must be an address that starts with dx1 and has a valid checksum, got \"<mistyped>\""
  },
  "meta": <meta>
}

>>> GET {rest}/tokens/<foreign>
<<< 400
{
  "success": false,
  "error": {
    "code": "INVALID_PARAM",
    "message": "contract must be an address that starts with dx1 and has a valid checksum, got \"<foreign>\""
  },
  "meta": <meta>
}

>>> GET {rest}/tokens/alice
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "contract must be an address that starts with ax1 or dx1 and has a valid checksum, got \"alice\""}, "meta": <meta>}

>>> GET {rest}/tokens/ax1
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "contract must be an address that starts with ax1 or dx1 and has a valid checksum, got \"ax1\""}, "meta": <meta>}

>>> GET {rest}/tokens/dx1qqqq
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "contract must be an address that starts with ax1 or dx1 and has a valid checksum, got \"dx1qqqq\""}, "meta": <meta>}

>>> GET {rest}/tokens/0xabababababababababababababababababababab
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "contract must be an address that starts with ax1 or dx1 and has a valid checksum, got \"0xabababababababababababababababababababab\""}, "meta": <meta>}

>>> GET {rest}/tokens/DX1QQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQ
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "contract must be an address that starts with ax1 or dx1 and has a valid checksum, got \"DX1QQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQ\""}, "meta": <meta>}

>>> GET {rest}/tokens/dx1bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "contract must be an address that starts with ax1 or dx1 and has a valid checksum, got \"dx1bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\""}, "meta": <meta>}
