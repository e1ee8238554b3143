// @vitest-environment node
import { releaseText, type Release } from '@galx/protocol/release'
import { hashMessage } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useConfigStore } from '../../../src/core/config/configStore.ts'
import { APP_VERSION } from '../../../src/core/release/appVersion.ts'
import {
  clearReleaseCache,
  readRelease,
  safeVersionAfterThis,
} from '../../../src/core/release/readRelease.ts'
import { exampleConfig } from '../exampleConfig.ts'

const operator = privateKeyToAccount(`0x${'17'.repeat(32)}`)
const stranger = privateKeyToAccount(`0x${'18'.repeat(32)}`)
const config = { ...exampleConfig(), releaseSigner: operator.address.toLowerCase() }
const release: Release = {
  version: '9.0.0',
  chainId: config.chainId,
  hash: `0x${'ab'.repeat(32)}`,
  cid: 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi',
  leastSafe: '0.0.1',
  signedAt: 1_800_000_000,
}

/** The node's answer to the question whether the signer, as a contract, accepts a signature. */
let answer: unknown = { result: '0x' }
const asked = vi.fn()

beforeEach(() => {
  clearReleaseCache()
  asked.mockReset()
  answer = { result: '0x' }
  useConfigStore.setState({ state: { status: 'ready', config } })
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    asked(...(JSON.parse(body) as { params: unknown[] }).params)
    return Response.json({ jsonrpc: '2.0', id: 1, ...(answer as object) })
  })
})
afterEach(() => vi.unstubAllGlobals())

async function signed(changes: Partial<Release> = {}, by = operator) {
  const text = { ...release, ...changes }
  return { ...text, signature: await by.signMessage({ message: releaseText(text) }) }
}
function read(json: unknown) {
  return readRelease(config, () => Promise.resolve(json))
}

it('trusts only a release that the operator has signed', async () => {
  expect(await read(await signed())).toMatchObject({ status: 'signed', release: { version: '9.0.0' } })
  clearReleaseCache()
  expect(await read(await signed({}, stranger))).toEqual({ status: 'foreign' })
  clearReleaseCache()
  expect(await read({ ...(await signed()), leastSafe: '8.0.0' })).toEqual({ status: 'foreign' })
  clearReleaseCache()
  expect(await read(await signed({ chainId: 1 }))).toEqual({ status: 'foreign' })
  clearReleaseCache()
  expect(await read({ version: 'new' })).toEqual({ status: 'foreign' })
})

it('asks the signer if the signer is a contract, and trusts only its consent', async () => {
  const checkpoint = { number: 1_000, hash: `0x${'cd'.repeat(32)}`, time: 1_700_000_000 } as const
  const ofOwners = { ...release, checkpoint, signature: `0x${'ab'.repeat(130)}` }
  answer = { result: `0x1626ba7e${'0'.repeat(56)}` }
  const found = await read(ofOwners)
  expect(found).toMatchObject({ status: 'signed', release: { version: '9.0.0' } })
  // The nodes that the light client checks have given the consent themselves.
  expect(found).not.toHaveProperty('release.checkpoint')
  const [call] = asked.mock.calls[0] as [{ to: string; data: string }]
  expect(call.to).toBe(config.releaseSigner)
  expect(call.data).toContain(hashMessage(releaseText({ ...release, checkpoint })).slice(2))
  expect(call.data).toContain('ab'.repeat(130))
  for (const refusal of [
    { result: '0x' },
    { result: `0xffffffff${'0'.repeat(56)}` },
    // A contract that echoes the call.
    { result: `0x1626ba7e${'ab'.repeat(28)}` },
    { error: { code: 3, message: 'execution reverted: GS026' } },
  ]) {
    clearReleaseCache()
    answer = refusal
    expect(await read(ofOwners)).toEqual({ status: 'foreign' })
  }
  clearReleaseCache()
  answer = { error: { code: -32_603, message: 'busy' } }
  expect(await read(ofOwners)).toEqual({ status: 'unreachable' })
})

it('does not ask the chain about a key’s own signature', async () => {
  const checkpoint = { number: 1_000, hash: `0x${'cd'.repeat(32)}`, time: 1_700_000_000 } as const
  expect(await read(await signed({ checkpoint }))).toMatchObject({
    status: 'signed',
    release: { checkpoint },
  })
  expect(asked).not.toHaveBeenCalled()
})

it('sends no request if the deployment names no signer, and treats a missing file as no release', async () => {
  const fetchFile = vi.fn(() => Promise.resolve(null))
  expect(await readRelease(exampleConfig(), fetchFile)).toEqual({ status: 'none' })
  expect(fetchFile).not.toHaveBeenCalled()
  expect(await readRelease(config, fetchFile)).toEqual({ status: 'none' })
})

it('gives the oldest safe version to an older version, and lets an unknown version go on', async () => {
  await read(await signed({ leastSafe: '9.0.0' }))
  expect(await safeVersionAfterThis(config)).toBe('9.0.0')
  clearReleaseCache()
  await read(await signed({ leastSafe: APP_VERSION }))
  expect(await safeVersionAfterThis(config)).toBeNull()
  clearReleaseCache()
  await read(await signed({ leastSafe: '9.0.0' }, stranger))
  expect(await safeVersionAfterThis(config)).toBeNull()
  clearReleaseCache()
  expect(await readRelease(config, () => Promise.reject(new Error('away')))).toEqual({
    status: 'unreachable',
  })
})

it.each([[-3_600_000], [3_600_000]])(
  'asks once a minute, even if the device’s clock is set by %o',
  async (change) => {
    vi.useFakeTimers()
    try {
      const fetchFile = vi.fn(async () => signed())
      await readRelease(config, fetchFile)
      vi.setSystemTime(Date.now() + change)
      await vi.advanceTimersByTimeAsync(59_000)
      await readRelease(config, fetchFile)
      expect(fetchFile).toHaveBeenCalledTimes(1)
      await vi.advanceTimersByTimeAsync(1_000)
      await readRelease(config, fetchFile)
      expect(fetchFile).toHaveBeenCalledTimes(2)
    } finally {
      vi.useRealTimers()
    }
  },
)
