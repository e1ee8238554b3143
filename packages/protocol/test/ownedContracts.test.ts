/** A contract with an owner must be in the lists. Otherwise neither `verify` nor the app would notice that the deployer is still its owner. */
import { readFileSync } from 'node:fs'
import type { Abi } from 'viem'
import { expect, it } from 'vitest'
import { GUARDED_CONTRACTS, OWNED_CONTRACTS } from '../src/ownedContracts.ts'
import { OWN_CONTRACT_NAMES } from '../src/products.ts'

function abiOf(contract: string): Abi {
  const text = readFileSync(new URL(`../src/abi/${contract}.ts`, import.meta.url), 'utf8')
  const list = text.slice(text.indexOf('['), text.lastIndexOf(']') + 1)
  return JSON.parse(list.replace(/,\n\]$/, '\n]')) as Abi
}

it.each([
  ['owner', OWNED_CONTRACTS],
  ['pendingOwner', OWNED_CONTRACTS],
  ['guardian', GUARDED_CONTRACTS],
] as const)('the list has exactly the contracts with the function %s', (name, listed) => {
  const found = OWN_CONTRACT_NAMES.filter((contract) =>
    abiOf(contract).some((item) => item.type === 'function' && item.name === name),
  )
  expect(found.sort()).toEqual([...listed].sort())
})
