# Keys are asked for with POST

>>> GET {keys}/keys
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No operation GET /keys"}, "meta": <meta>}
