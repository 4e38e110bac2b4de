# What is no email address is refused

>>> POST {keys}/keys
{"email": "nobody"}
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "email must be an email address of at most 254 visible characters, got \"nobody\""}, "meta": <meta>}

>>> POST {keys}/keys
{}
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "email must be an email address of at most 254 visible characters, got nothing"}, "meta": <meta>}

>>> POST {keys}/keys
email=dev@example.com
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "Body must be JSON with a field email"}, "meta": <meta>}

>>> POST {keys}/keys
{"email": "dev\u0007@example.com"}
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "email must be an email address of at most 254 visible characters, got \"dev\\u0007@example.com\""}, "meta": <meta>}

>>> POST {keys}/keys
{"email": "dev@example.\u202emoc"}
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "email must be an email address of at most 254 visible characters, got \"dev@example.\\u202emoc\""}, "meta": <meta>}

>>> POST {keys}/keys
{"email": "dev\ud800@example.com"}
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "email must be an email address of at most 254 visible characters, got \"dev\\ud800@example.com\""}, "meta": <meta>}
