# What is neither a number nor a hash is refused

>>> GET {rest}/blocks/-1
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "identifier must be an integer from 0 to 9007199254740991 or 0x and 64 lower-case hex digits, got -1"}, "meta": <meta>}

>>> GET {rest}/blocks/latest
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "identifier must be an integer from 0 to 9007199254740991 or 0x and 64 lower-case hex digits, got \"latest\""}, "meta": <meta>}

>>> GET {rest}/blocks/1.5
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "identifier must be an integer from 0 to 9007199254740991 or 0x and 64 lower-case hex digits, got \"1.5\""}, "meta": <meta>}

>>> GET {rest}/blocks/1e3
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "identifier must be an integer from 0 to 9007199254740991 or 0x and 64 lower-case hex digits, got \"1e3\""}, "meta": <meta>}

>>> GET {rest}/blocks/+5
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "identifier must be an integer from 0 to 9007199254740991 or 0x and 64 lower-case hex digits, got \"+5\""}, "meta": <meta>}

>>> GET {rest}/blocks/01
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "identifier must be an integer from 0 to 9007199254740991 or 0x and 64 lower-case hex digits, got \"01\""}, "meta": <meta>}

>>> GET {rest}/blocks/9007199254740992
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "identifier must be an integer from 0 to 9007199254740991 or 0x and 64 lower-case hex digits, got \"9007199254740992\""}, "meta": <meta>}

>>> GET {rest}/blocks/9007199254740993
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "identifier must be an integer from 0 to 9007199254740991 or 0x and 64 lower-case hex digits, got \"9007199254740993\""}, "meta": <meta>}

>>> GET {rest}/blocks/0x
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "identifier must be an integer from 0 to 9007199254740991 or 0x and 64 lower-case hex digits, got \"0x\""}, "meta": <meta>}

>>> GET {rest}/blocks/0x1
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "identifier must be an integer from 0 to 9007199254740991 or 0x and 64 lower-case hex digits, got \"0x1\""}, "meta": <meta>}

>>> GET {rest}/blocks/0xABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABAB
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "identifier must be an integer from 0 to 9007199254740991 or 0x and 64 lower-case hex digits, got \"0xABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABAB\""}, "meta": <meta>}

>>> GET {rest}/blocks/0xabababababababababababababababababababababababababababababababa
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "identifier must be an integer from 0 to 9007199254740991 or 0x and 64 lower-case hex digits, got \"0xabababababababababababababababababababababababababababababababa\""}, "meta": <meta>}

>>> GET {rest}/blocks/
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "identifier must be an integer from 0 to 9007199254740991 or 0x and 64 lower-case hex digits, got \"\""}, "meta": <meta>}
