# An account that genesis funds was first seen then
# No case uses dev account 9.

>>> GET {rest}/blocks/0
<<< 200
{
  "success": true,
  "data": {
    "number": 0,
    "hash": <hash>,
    "timestamp": <timestamp start>,
    "txCount": 0,
    "validator": <address>,
    "parentHash": <hash>,
    "stateRoot": <hash>,
    "transactionsRoot": <hash>,
    "receiptsRoot": <hash>,
    "gasUsed": "0",
    "gasLimit": <amount>
  },
  "meta": <meta>
}

>>> GET {rest}/accounts/<account 9>
<<< 200
{
  "success": true,
  "data": {
    "address": <account 9>,
    "balance": "1000000000000000000000000",
    "nonce": 0,
    "txCount": 0,
    "isContract": false,
    "firstSeen": <start>,
    "lastSeen": <start>
  },
  "meta": <meta>
}
