/** The verification against a real deployment: nothing to find where nothing is wrong, and every tampering noticed. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPublicClient, http } from 'viem'
import type { Deployment } from '@galx/protocol/deployment'
import { verifyDeployment } from '../src/verify/verifyDeployment.ts'
import { startLiveDeployment, type LiveDeployment } from './support/liveDeployment.ts'
import { TAMPERINGS_OF_CHAIN } from './tamperings/ofChain.ts'
import { TAMPERINGS_OF_FILE } from './tamperings/ofFile.ts'

// Each reads a whole deployment.
vi.setConfig({ testTimeout: 60_000 })

let world: LiveDeployment
let snapshot: string

beforeAll(async () => {
  world = await startLiveDeployment()
}, 180_000)
afterAll(() => world.stop())
beforeEach(async () => {
  snapshot = await world.rpc<string>('evm_snapshot')
})
afterEach(async () => {
  await world.rpc('evm_revert', snapshot)
})

async function verify(file: Deployment = world.deployment, logRange?: bigint) {
  const { wrong, unchecked, notes, facts, checked } = await verifyDeployment(world.reader, file, { logRange })
  const lines = (found: typeof wrong) => found.map(({ what, fault }) => `${what} ${fault}`)
  return { wrong: lines(wrong), unchecked: lines(unchecked), notes: lines(notes), facts, checked }
}

/** What the embedded plan has of what a holder should look at. */
const NOTES_OF_THE_PLAN = [
  expect.stringMatching(/^Timelock proposers the only proposer 0x\w+ is one private key: name at least two/),
  'Timelock delay is only 1 minute',
]

describe('a live deployment that is as its file says', () => {
  it('has no fault, whatever range its logs are read in', async () => {
    const { checked, ...found } = await verify()
    expect(found).toMatchObject({ wrong: [], unchecked: [], notes: NOTES_OF_THE_PLAN })
    expect(checked).toBeGreaterThan(230)
    expect(await verify(world.deployment, 20n)).toMatchObject({ wrong: [], unchecked: [] })
  })

  it('is believed where its logs begin once the transaction that made it is found there, and not before', async () => {
    const asked: number[] = []
    const transport = http(world.rpcUrl, {
      async onFetchRequest(request) {
        const body = (await request.clone().json()) as { method: string; params: [{ fromBlock: string }] }
        if (body.method === 'eth_getLogs') asked.push(Number(body.params[0].fromBlock))
      },
    })
    const reader = createPublicClient({ transport, cacheTime: 0 })
    const { deployBlock } = world.deployment
    expect(deployBlock).toBeGreaterThan(1)
    await verifyDeployment(reader, world.deployment)
    expect(Math.min(...asked)).toBe(deployBlock)
    await verifyDeployment(reader, { ...world.deployment, deployBlock: deployBlock + 1 })
    expect(Math.min(...asked)).toBe(0)
  })
})

describe('a tampering of the file is noticed', () => {
  it.each(TAMPERINGS_OF_FILE)('$what', noticed)
})

describe('a tampering of the chain is noticed', () => {
  it.each(TAMPERINGS_OF_CHAIN)('$what', noticed)
})

async function noticed({ tamper, wrong, note }: (typeof TAMPERINGS_OF_CHAIN)[number]): Promise<void> {
  const found = await verify(await tamper(world))
  if (wrong) expect(found.wrong).toContainEqual(expect.stringMatching(wrong))
  // A fault is an exit code; a note alone is none.
  else expect(found.notes).not.toEqual(NOTES_OF_THE_PLAN)
  if (note) expect(found.notes).toContainEqual(expect.stringMatching(note))
}
