# A block by its hash is the block by its number

>>> GET {rest}/blocks/7
<<< 200
{
  "success": true,
  "data": {
    "number": 7,
    "hash": <hash block>,
    "timestamp": <timestamp time>,
    "txCount": <counter count>,
    "validator": <address validator>,
    "parentHash": <hash parent>,
    "stateRoot": <hash state>,
    "transactionsRoot": <hash transactions>,
    "receiptsRoot": <hash receipts>,
    "gasUsed": <amount used>,
    "gasLimit": <amount limit>
  },
  "meta": <meta>
}

>>> GET {rest}/blocks/<block>
<<< 200
{
  "success": true,
  "data": {
    "number": 7,
    "hash": <block>,
    "timestamp": <time>,
    "txCount": <count>,
    "validator": <validator>,
    "parentHash": <parent>,
    "stateRoot": <state>,
    "transactionsRoot": <transactions>,
    "receiptsRoot": <receipts>,
    "gasUsed": <used>,
    "gasLimit": <limit>
  },
  "meta": <meta>
}

>>> GET {rest}/blocks/<parent>
<<< 200
{
  "success": true,
  "data": {
    "number": 6,
    "hash": <parent>,
    "timestamp": <timestamp>,
    "txCount": <counter>,
    "validator": <address>,
    "parentHash": <hash>,
    "stateRoot": <hash>,
    "transactionsRoot": <hash>,
    "receiptsRoot": <hash>,
    "gasUsed": <amount>,
    "gasLimit": <amount>
  },
  "meta": <meta>
}
