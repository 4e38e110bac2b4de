# A proposal that is not there
chains: delta

>>> GET {rest}/governance/proposals/0
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No proposal 0"}, "meta": <meta>}

>>> GET {rest}/governance/proposals/9007199254740991
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No proposal 9007199254740991"}, "meta": <meta>}
