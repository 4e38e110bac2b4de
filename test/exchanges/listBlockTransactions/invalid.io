# What is no number, page or limit is refused

>>> GET {rest}/blocks/-1/transactions
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "number must be an integer from 0 to 9007199254740991, got -1"}, "meta": <meta>}

>>> GET {rest}/blocks/x/transactions
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "number must be an integer from 0 to 9007199254740991, got \"x\""}, "meta": <meta>}

>>> GET {rest}/blocks/1.0/transactions
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "number must be an integer from 0 to 9007199254740991, got \"1.0\""}, "meta": <meta>}

>>> GET {rest}/blocks/%20/transactions
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "number must be an integer from 0 to 9007199254740991, got \" \""}, "meta": <meta>}

>>> GET {rest}/blocks/9007199254740993/transactions
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "number must be an integer from 0 to 9007199254740991, got \"9007199254740993\""}, "meta": <meta>}

>>> GET {rest}/blocks/0xabababababababababababababababababababababababababababababababab/transactions
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "number must be an integer from 0 to 9007199254740991, got \"0xabababababababababababababababababababababababababababababababab\""}, "meta": <meta>}

>>> GET {rest}/blocks/1/transactions?limit=0
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "limit must be an integer from 1 to 100, got 0"}, "meta": <meta>}

>>> GET {rest}/blocks/1/transactions?limit=101
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "limit must be an integer from 1 to 100, got 101"}, "meta": <meta>}

>>> GET {rest}/blocks/1/transactions?limit=-1
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "limit must be an integer from 1 to 100, got -1"}, "meta": <meta>}

>>> GET {rest}/blocks/1/transactions?page=0
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "page must be an integer from 1 to 9007199254740991, got 0"}, "meta": <meta>}

>>> GET {rest}/blocks/1/transactions?page=-1
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "page must be an integer from 1 to 9007199254740991, got -1"}, "meta": <meta>}
