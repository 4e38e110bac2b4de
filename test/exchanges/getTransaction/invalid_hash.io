# What is no hash is refused

>>> GET {rest}/transactions/latest
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "hash must be 0x and 64 lower-case hex digits, got \"latest\""}, "meta": <meta>}

>>> GET {rest}/transactions/0x
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "hash must be 0x and 64 lower-case hex digits, got \"0x\""}, "meta": <meta>}

>>> GET {rest}/transactions/0xabc
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "hash must be 0x and 64 lower-case hex digits, got \"0xabc\""}, "meta": <meta>}

>>> GET {rest}/transactions/0xabababababababababababababababababababababababababababababababa
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "hash must be 0x and 64 lower-case hex digits, got \"0xabababababababababababababababababababababababababababababababa\""}, "meta": <meta>}

>>> GET {rest}/transactions/0xabababababababababababababababababababababababababababababababab0
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "hash must be 0x and 64 lower-case hex digits, got \"0xabababababababababababababababababababababababababababababababab0\""}, "meta": <meta>}

>>> GET {rest}/transactions/abababababababababababababababababababababababababababababababab
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "hash must be 0x and 64 lower-case hex digits, got \"abababababababababababababababababababababababababababababababab\""}, "meta": <meta>}

>>> GET {rest}/transactions/0xABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABAB
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "hash must be 0x and 64 lower-case hex digits, got \"0xABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABAB\""}, "meta": <meta>}

>>> GET {rest}/transactions/0xabababababababababababababababababababababababababababababababag
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "hash must be 0x and 64 lower-case hex digits, got \"0xabababababababababababababababababababababababababababababababag\""}, "meta": <meta>}
