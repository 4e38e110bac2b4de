# Proposals of the seeded history: one passed, one was voted down, one missed its quorum
chains: delta

>>> GET {rest}/governance/proposals/1
<<< 200
{
  "success": true,
  "data": {
    "id": 1,
    "title": "Raise the block gas limit",
    "description": "Doubles the gas that one block may use, from 30 to 60 million.",
    "proposer": <address>,
    "status": "passed",
    "votesFor": <amount>,
    "votesAgainst": <amount>,
    "votesAbstain": <amount>,
    "startBlock": 4,
    "endBlock": 204
  },
  "meta": <meta>
}

>>> GET {rest}/governance/proposals/2
<<< 200
{
  "success": true,
  "data": {
    "id": 2,
    "title": "Halve the issuance",
    "description": <text>,
    "proposer": <address>,
    "status": "rejected",
    "votesFor": <amount>,
    "votesAgainst": <amount>,
    "votesAbstain": <amount>,
    "startBlock": 6,
    "endBlock": 206
  },
  "meta": <meta>
}

>>> GET {rest}/governance/proposals/3
<<< 200
{
  "success": true,
  "data": {
    "id": 3,
    "title": "Fund a public archive",
    "description": <text>,
    "proposer": <address>,
    "status": "rejected",
    "votesFor": <amount>,
    "votesAgainst": <amount>,
    "votesAbstain": <amount>,
    "startBlock": 9,
    "endBlock": 209
  },
  "meta": <meta>
}
