# Keys are asked for with POST

>>> GET {keys}/keys
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No operation GET /v1/keys: it takes POST"}, "meta": <meta>}
