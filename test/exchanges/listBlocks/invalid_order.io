# An order that is none is refused

>>> GET {rest}/blocks?order=up
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "order must be one of \"asc\", \"desc\", got \"up\""}, "meta": <meta>}

>>> GET {rest}/blocks?order=ASC
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "order must be one of \"asc\", \"desc\", got \"ASC\""}, "meta": <meta>}

>>> GET {rest}/blocks?order=
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "order must be one of \"asc\", \"desc\", got \"\""}, "meta": <meta>}

>>> GET {rest}/blocks?order=1
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "order must be one of \"asc\", \"desc\", got \"1\""}, "meta": <meta>}

>>> GET {rest}/blocks?order=asc&order=desc
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "order must be given once, got [\"asc\",\"desc\"]"}, "meta": <meta>}
