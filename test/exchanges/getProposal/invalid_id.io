# An id that is none is refused
chains: delta

>>> GET {rest}/governance/proposals/-1
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "id must be an integer from 0 to 9007199254740991, got -1"}, "meta": <meta>}

>>> GET {rest}/governance/proposals/first
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "id must be an integer from 0 to 9007199254740991, got \"first\""}, "meta": <meta>}

>>> GET {rest}/governance/proposals/1.5
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "id must be an integer from 0 to 9007199254740991, got \"1.5\""}, "meta": <meta>}

>>> GET {rest}/governance/proposals/9007199254740993
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "id must be an integer from 0 to 9007199254740991, got \"9007199254740993\""}, "meta": <meta>}
