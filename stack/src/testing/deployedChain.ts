/**
 * A chain for tests with the whole product deployed like on the embedded network, without the treasury's first stakes. It is deployed once for each state of
 * the sources on which a deployment depends, and stored. Every test begins with its own node on that state.
 */
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { deploy } from '@galx/operator/deploy/deploy'
import { EMBEDDED_DEPLOYER_KEY, embeddedNetwork } from '@galx/operator/networks/embedded'
import type { Deployment } from '@galx/protocol/deployment'
import { rpc } from '../chain/rpc.ts'
import { startChain, type Chain, type ChainOptions } from '../chain/startChain.ts'
import { withoutFirstStakes } from './withoutFirstStakes.ts'

const root = join(import.meta.dirname, '../../..')
const CACHE = join(root, 'node_modules/.cache/galx-deployed')
const EARLIER_BLOCKS = 3
/** Milliseconds after which a stored state is removed, because no run reads it any more. */
const UNUSED_AFTER = 3 * 3_600_000
/** All sources of the deployed state. */
const SOURCES = [
  'packages/protocol/src',
  'operator/src',
  'operator/plans/embedded.json',
  'stack/src/chain',
  'stack/src/testing',
  'package-lock.json',
]

type DeployedChain = { chain: Chain; deployment: Deployment }

/** Starts a node in manual mining on the deployed state. Its next block has the clock's time. */
export async function startDeployedChain(
  options: Omit<ChainOptions, 'stateFile' | 'initialState' | 'timestamp' | 'chainId'> = {},
): Promise<DeployedChain> {
  const folder = await deployedState()
  const deployment = JSON.parse(readFileSync(join(folder, 'deployment.json'), 'utf8')) as Deployment
  const chain = await startChain({
    blockTime: 'manual',
    ...options,
    initialState: join(folder, 'state.json.gz'),
  })
  return { chain, deployment }
}

let deployed: Promise<string> | undefined

/** @returns the folder of the deployed state, the same while this process runs; deploys if there is none yet */
export function deployedState(): Promise<string> {
  deployed ??= (async () => {
    const folder = join(CACHE, fingerprint())
    if (!existsSync(folder)) await deployInto(folder)
    return folder
  })()
  return deployed
}

/**
 * A fingerprint of the sources and the hour. The deployment must not be old, because streams begin with it. Each minute since the deployment
 * is also an epoch of bonuses, and every indexer on a copy of the state closes these epochs first.
 */
function fingerprint(): string {
  const hash = createHash('sha256').update(new Date().toISOString().slice(0, '2026-01-01T00'.length))
  const add = (path: string) => {
    hash.update(path.slice(root.length)).update('\0').update(readFileSync(path)).update('\0')
  }
  for (const source of SOURCES) {
    const path = join(root, source)
    if (!source.includes('/src')) add(path)
    else
      for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((one) => one.isFile())
        .map((one) => join(one.parentPath, one.name))
        .sort())
        add(entry)
  }
  return hash.digest('hex').slice(0, 32)
}

/** Several processes may deploy at once. The complete folder of one of them is moved into place. */
async function deployInto(folder: string): Promise<void> {
  mkdirSync(CACHE, { recursive: true })
  const unfinished = mkdtempSync(join(CACHE, 'unfinished-'))
  const chain = await startChain({ blockTime: 'manual', stateFile: join(unfinished, 'state.json.gz') })
  try {
    // Like on a public chain, there are blocks before the deployment's first block.
    await rpc(chain.rpcUrl, 'anvil_mine', EARLIER_BLOCKS)
    const deployment = await deploy({
      rpcUrl: chain.rpcUrl,
      privateKey: EMBEDDED_DEPLOYER_KEY,
      configuration: withoutFirstStakes(embeddedNetwork),
    })
    writeFileSync(join(unfinished, 'deployment.json'), JSON.stringify(deployment))
  } finally {
    await chain.stop()
  }
  for (const older of readdirSync(CACHE).map((name) => join(CACHE, name)))
    if (Date.now() - statSync(older).mtimeMs > UNUSED_AFTER) rmSync(older, { recursive: true, force: true })
  try {
    renameSync(unfinished, folder)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}
