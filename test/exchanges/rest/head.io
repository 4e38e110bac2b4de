# HEAD is answered as GET, without a body

>>> HEAD {rest}/chain/info
<<< 200
Content-Type: application/json

>>> HEAD {rest}/nowhere
<<< 404
Content-Type: application/json

>>> HEAD {rest}/blocks?limit=0
<<< 400
