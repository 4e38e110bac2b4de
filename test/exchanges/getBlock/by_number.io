# A block by its number

>>> GET {rest}/blocks/0
<<< 200
{
  "success": true,
  "data": {
    "number": 0,
    "hash": <hash genesis>,
    "timestamp": <timestamp>,
    "txCount": 0,
    "validator": <address>,
    "parentHash": "0x0000000000000000000000000000000000000000000000000000000000000000",
    "stateRoot": <hash>,
    "transactionsRoot": <hash>,
    "receiptsRoot": <hash>,
    "gasUsed": <amount>,
    "gasLimit": <amount>
  },
  "meta": <meta>
}

>>> GET {rest}/blocks/1
<<< 200
{
  "success": true,
  "data": {
    "number": 1,
    "hash": <hash first>,
    "timestamp": <timestamp>,
    "txCount": <counter>,
    "validator": <address>,
    "parentHash": <genesis>,
    "stateRoot": <hash>,
    "transactionsRoot": <hash>,
    "receiptsRoot": <hash>,
    "gasUsed": <amount>,
    "gasLimit": <amount>
  },
  "meta": <meta>
}

>>> GET {rest}/blocks/2
<<< 200
{
  "success": true,
  "data": {
    "number": 2,
    "hash": <hash>,
    "timestamp": <timestamp>,
    "txCount": <counter>,
    "validator": <address>,
    "parentHash": <first>,
    "stateRoot": <hash>,
    "transactionsRoot": <hash>,
    "receiptsRoot": <hash>,
    "gasUsed": <amount>,
    "gasLimit": <amount>
  },
  "meta": <meta>
}
