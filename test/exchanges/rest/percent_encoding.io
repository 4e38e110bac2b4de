# Parts of a path are percent-encoded UTF-8

>>> GET {rest}/blocks/%30
<<< 200
{
  "success": true,
  "data": {
    "number": 0,
    "hash": <hash>,
    "timestamp": <timestamp>,
    "txCount": <counter>,
    "validator": <address>,
    "parentHash": <hash>,
    "stateRoot": <hash>,
    "transactionsRoot": <hash>,
    "receiptsRoot": <hash>,
    "gasUsed": <amount>,
    "gasLimit": <amount>
  },
  "meta": <meta>
}

>>> GET {rest}/blocks/%zz
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "identifier must be percent-encoded UTF-8, got \"%zz\""}, "meta": <meta>}

>>> GET {rest}/blocks/%ff
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "identifier must be percent-encoded UTF-8, got \"%ff\""}, "meta": <meta>}

>>> GET {rest}/transactions/%E0%A4%A
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "hash must be percent-encoded UTF-8, got \"%E0%A4%A\""}, "meta": <meta>}

>>> GET {rest}/accounts/%
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "address must be percent-encoded UTF-8, got \"%\""}, "meta": <meta>}

>>> GET {rest}/accounts/a%2Fb
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "address must be an address that starts with ax1 or dx1 and has a valid checksum, got \"a/b\""}, "meta": <meta>}

>>> GET {rest}/blocks/%00
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "identifier must be an integer from 0 to 9007199254740991 or 0x and 64 lower-case hex digits, got \"\\u0000\""}, "meta": <meta>}
