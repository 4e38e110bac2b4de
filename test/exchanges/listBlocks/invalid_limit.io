# A limit that is none is refused, with its value and what is allowed

>>> GET {rest}/blocks?limit=0
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "limit must be an integer from 1 to 100, got 0"}, "meta": <meta>}

>>> GET {rest}/blocks?limit=101
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "limit must be an integer from 1 to 100, got 101"}, "meta": <meta>}

>>> GET {rest}/blocks?limit=-1
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "limit must be an integer from 1 to 100, got -1"}, "meta": <meta>}

>>> GET {rest}/blocks?limit=1.5
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "limit must be an integer from 1 to 100, got \"1.5\""}, "meta": <meta>}

>>> GET {rest}/blocks?limit=1e3
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "limit must be an integer from 1 to 100, got \"1e3\""}, "meta": <meta>}

>>> GET {rest}/blocks?limit=+5
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "limit must be an integer from 1 to 100, got \" 5\""}, "meta": <meta>}

>>> GET {rest}/blocks?limit=%2B5
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "limit must be an integer from 1 to 100, got \"+5\""}, "meta": <meta>}

>>> GET {rest}/blocks?limit=05
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "limit must be an integer from 1 to 100, got \"05\""}, "meta": <meta>}

>>> GET {rest}/blocks?limit=0x10
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "limit must be an integer from 1 to 100, got \"0x10\""}, "meta": <meta>}

>>> GET {rest}/blocks?limit=
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "limit must be an integer from 1 to 100, got \"\""}, "meta": <meta>}

>>> GET {rest}/blocks?limit=9007199254740993
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "limit must be an integer from 1 to 100, got \"9007199254740993\""}, "meta": <meta>}

>>> GET {rest}/blocks?limit=9007199254740991
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "limit must be an integer from 1 to 100, got 9007199254740991"}, "meta": <meta>}

>>> GET {rest}/blocks?limit=many
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "limit must be an integer from 1 to 100, got \"many\""}, "meta": <meta>}

>>> GET {rest}/blocks?limit=5&limit=5
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "limit must be given once, got [\"5\",\"5\"]"}, "meta": <meta>}
