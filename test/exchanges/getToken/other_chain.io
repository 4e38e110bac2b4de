# alpha has no tokens
chains: alpha

>>> GET {rest}/tokens/<account 0>
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No /v1/<segment>/tokens/<account 0>: it exists on delta, this is alpha"}, "meta": <meta>}
