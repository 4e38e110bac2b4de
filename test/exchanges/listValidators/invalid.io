# A status, page or limit that is none is refused
chains: delta

>>> GET {rest}/validators?status=jailed
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "status must be one of \"active\", \"inactive\", \"all\", got \"jailed\""}, "meta": <meta>}

>>> GET {rest}/validators?status=Active
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "status must be one of \"active\", \"inactive\", \"all\", got \"Active\""}, "meta": <meta>}

>>> GET {rest}/validators?status=
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "status must be one of \"active\", \"inactive\", \"all\", got \"\""}, "meta": <meta>}

>>> GET {rest}/validators?limit=0
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "limit must be an integer from 1 to 100, got 0"}, "meta": <meta>}

>>> GET {rest}/validators?limit=101
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "limit must be an integer from 1 to 100, got 101"}, "meta": <meta>}

>>> GET {rest}/validators?limit=-1
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "limit must be an integer from 1 to 100, got -1"}, "meta": <meta>}

>>> GET {rest}/validators?limit=1.5
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "limit must be an integer from 1 to 100, got \"1.5\""}, "meta": <meta>}

>>> GET {rest}/validators?limit=1e3
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "limit must be an integer from 1 to 100, got \"1e3\""}, "meta": <meta>}

>>> GET {rest}/validators?limit=+5
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "limit must be an integer from 1 to 100, got \" 5\""}, "meta": <meta>}

>>> GET {rest}/validators?limit=%2B5
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "limit must be an integer from 1 to 100, got \"+5\""}, "meta": <meta>}

>>> GET {rest}/validators?limit=05
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "limit must be an integer from 1 to 100, got \"05\""}, "meta": <meta>}

>>> GET {rest}/validators?limit=0x10
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "limit must be an integer from 1 to 100, got \"0x10\""}, "meta": <meta>}

>>> GET {rest}/validators?limit=
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "limit must be an integer from 1 to 100, got \"\""}, "meta": <meta>}

>>> GET {rest}/validators?limit=9007199254740993
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "limit must be an integer from 1 to 100, got \"9007199254740993\""}, "meta": <meta>}

>>> GET {rest}/validators?limit=9007199254740991
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "limit must be an integer from 1 to 100, got 9007199254740991"}, "meta": <meta>}

>>> GET {rest}/validators?limit=many
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "limit must be an integer from 1 to 100, got \"many\""}, "meta": <meta>}

>>> GET {rest}/validators?limit=5&limit=5
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "limit must be given once, got [\"5\",\"5\"]"}, "meta": <meta>}

>>> GET {rest}/validators?page=0
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "page must be an integer from 1 to 9007199254740991, got 0"}, "meta": <meta>}

>>> GET {rest}/validators?page=-1
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "page must be an integer from 1 to 9007199254740991, got -1"}, "meta": <meta>}

>>> GET {rest}/validators?page=1.5
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "page must be an integer from 1 to 9007199254740991, got \"1.5\""}, "meta": <meta>}

>>> GET {rest}/validators?page=1e3
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "page must be an integer from 1 to 9007199254740991, got \"1e3\""}, "meta": <meta>}

>>> GET {rest}/validators?page=
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "page must be an integer from 1 to 9007199254740991, got \"\""}, "meta": <meta>}

>>> GET {rest}/validators?page=9007199254740992
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "page must be an integer from 1 to 9007199254740991, got \"9007199254740992\""}, "meta": <meta>}

>>> GET {rest}/validators?page=9007199254740993
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "page must be an integer from 1 to 9007199254740991, got \"9007199254740993\""}, "meta": <meta>}

>>> GET {rest}/validators?page=last
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "page must be an integer from 1 to 9007199254740991, got \"last\""}, "meta": <meta>}

>>> GET {rest}/validators?page=1&page=2
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "page must be given once, got [\"1\",\"2\"]"}, "meta": <meta>}
