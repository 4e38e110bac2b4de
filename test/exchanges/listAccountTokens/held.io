# An account's tokens, each with its contract
chains: delta

>>> GET {rest}/accounts/<account 0>/tokens
<<< 200
{
  "success": true,
  "data": {
    "tokens": [
      {"contract": <address gold>, "symbol": "GLD", "decimals": 6, "balance": <amount>},
      {"contract": <address silver>, "symbol": "SLV", "decimals": 18, "balance": <amount>}
    ]
  },
  "meta": <meta>
}

>>> GET {rest}/accounts/<gold>
<<< 200
{
  "success": true,
  "data": {
    "address": <gold>,
    "balance": <amount>,
    "nonce": 0,
    "txCount": <counter>,
    "isContract": true,
    "firstSeen": <timestamp>,
    "lastSeen": <timestamp>
  },
  "meta": <meta>
}
