# A cursor that the log does not know has expired, and the oldest that it knows is named; one that the service never wrote is told apart

>>> MESSAGE {ws}
{"jsonrpc": "2.0", "id": 1, "method": "chain_subscribe", "params": ["blocks", {"after": "MTo0ODEx"}]}
<<< message
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32004, "message": "Cursor expired", "data": "The log begins at the cursor <text>"}}

>>> MESSAGE {ws}
{"jsonrpc": "2.0", "id": 1, "method": "chain_subscribe", "params": ["blocks", {"after": "no cursor"}]}
<<< message
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32004, "message": "Cursor expired", "data": "\"no cursor\" is no cursor of this service: subscribe after the oldest one, <text>, or without one"}}
