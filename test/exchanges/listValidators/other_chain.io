# alpha has no validators
chains: alpha

>>> GET {rest}/validators
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No /v1/<segment>/validators: it exists on delta, this is alpha"}, "meta": <meta>}

>>> GET {rest}/validators?limit=0
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No /v1/<segment>/validators: it exists on delta, this is alpha"}, "meta": <meta>}
