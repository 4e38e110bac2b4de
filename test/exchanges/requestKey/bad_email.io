# What is no email address is refused

>>> POST {keys}/keys
{"email": "nobody"}
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "email must be an email address of at most 254 characters, got \"nobody\""}, "meta": <meta>}

>>> POST {keys}/keys
{}
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "email must be an email address of at most 254 characters, got nothing"}, "meta": <meta>}

>>> POST {keys}/keys
email=dev@example.com
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "Body must be JSON with a field email"}, "meta": <meta>}
