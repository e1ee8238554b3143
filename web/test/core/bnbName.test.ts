import type { HexString } from '@galx/protocol/webConfig'
import { namehash } from 'viem/ens'
import { decodeFunctionData, encodeFunctionResult } from 'viem/utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { nameServiceAbi, readBnbName, REGISTRY } from '../../src/core/chain/bnbName.ts'
import { useConfigStore } from '../../src/core/config/configStore.ts'
import { config } from '../staking/fixtures.ts'

const ALICE: HexString = `0x${'a1'.repeat(20)}`
const OTHER: HexString = `0x${'b2'.repeat(20)}`
const RESOLVER: HexString = `0x${'c3'.repeat(20)}`
const NOBODY: HexString = `0x${'0'.repeat(40)}`

/** The records of the name service: the name that each address claims, and the address of each name. */
let claimed: Record<string, string>
let owned: Record<string, HexString>

function answer(to: string, data: HexString): HexString {
  const { functionName, args } = decodeFunctionData({ abi: nameServiceAbi, data })
  const [node] = args
  const address = Object.keys(claimed).find((key) => namehash(`${key.slice(2)}.addr.reverse`) === node)
  const name = Object.keys(owned).find((key) => namehash(key) === node)
  if (to !== REGISTRY && to !== RESOLVER) return '0x'
  const result =
    functionName === 'resolver'
      ? to === REGISTRY && (address ?? name) !== undefined
        ? RESOLVER
        : NOBODY
      : functionName === 'name'
        ? (claimed[address ?? ''] ?? '')
        : (owned[name ?? ''] ?? NOBODY)
  return encodeFunctionResult({ abi: nameServiceAbi, functionName, result })
}

beforeEach(() => {
  useConfigStore.setState({ state: { status: 'ready', config } })
  claimed = { [ALICE]: 'alice.bnb' }
  owned = { 'alice.bnb': ALICE }
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    const { params } = JSON.parse(body) as { params: [{ to: string; data: HexString }] }
    return Response.json({
      jsonrpc: '2.0',
      id: 1,
      result: answer(params[0].to.toLowerCase(), params[0].data),
    })
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('the .bnb name of an address', () => {
  it('is the claimed name that leads back to the address', async () => {
    expect(await readBnbName(ALICE)).toBe('alice.bnb')
    expect(await readBnbName(OTHER)).toBeNull()
  })

  it('is never another account’s name, even if the address claims that name', async () => {
    claimed[OTHER] = 'alice.bnb'
    expect(await readBnbName(OTHER)).toBeNull()
  })

  it('contains no lookalike characters, and ends with .bnb', async () => {
    for (const name of ['аlice.bnb', 'alice.eth', 'Alice.bnb', 'alice.bnb.eth', 'a b.bnb', '']) {
      claimed[ALICE] = name
      owned[name] = ALICE
      expect(await readBnbName(ALICE)).toBeNull()
    }
  })

  it('is unknown on a chain without the name service', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ jsonrpc: '2.0', id: 1, result: '0x' }))
    expect(await readBnbName(ALICE)).toBeNull()
  })
})
