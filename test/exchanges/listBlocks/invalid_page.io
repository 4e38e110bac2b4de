# A page that is none is refused

>>> GET {rest}/blocks?page=0
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "page must be an integer from 1 to 9007199254740991, got 0"}, "meta": <meta>}

>>> GET {rest}/blocks?page=-1
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "page must be an integer from 1 to 9007199254740991, got -1"}, "meta": <meta>}

>>> GET {rest}/blocks?page=1.5
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "page must be an integer from 1 to 9007199254740991, got \"1.5\""}, "meta": <meta>}

>>> GET {rest}/blocks?page=1e3
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "page must be an integer from 1 to 9007199254740991, got \"1e3\""}, "meta": <meta>}

>>> GET {rest}/blocks?page=
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "page must be an integer from 1 to 9007199254740991, got \"\""}, "meta": <meta>}

>>> GET {rest}/blocks?page=9007199254740992
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "page must be an integer from 1 to 9007199254740991, got \"9007199254740992\""}, "meta": <meta>}

>>> GET {rest}/blocks?page=9007199254740993
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "page must be an integer from 1 to 9007199254740991, got \"9007199254740993\""}, "meta": <meta>}

>>> GET {rest}/blocks?page=last
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "page must be an integer from 1 to 9007199254740991, got \"last\""}, "meta": <meta>}

>>> GET {rest}/blocks?page=1&page=2
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "page must be given once, got [\"1\",\"2\"]"}, "meta": <meta>}
