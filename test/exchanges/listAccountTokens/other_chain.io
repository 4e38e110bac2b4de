# alpha has no tokens
chains: alpha

>>> GET {rest}/accounts/<account 0>/tokens
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No /v1/<segment>/accounts/<account 0>/tokens: it exists on delta, this is alpha"}, "meta": <meta>}
