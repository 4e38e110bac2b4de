# alpha has no validators
chains: alpha

>>> GET {rest}/validators/<account 0>
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No /v1/<segment>/validators/<account 0>: it exists on delta, this is alpha"}, "meta": <meta>}
