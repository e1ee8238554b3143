/** The file in which `watch` remembers what it has reported, so that a restart misses no change. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import type { Deployment } from '@galx/protocol/deployment'
import { DeploymentError } from '@galx/operator/deploy/deploymentError'

const ChangeSchema = Type.Object({ text: Type.String(), block: Type.String(), transaction: Type.String() })
/** One change, as the webhook gets it. */
export type Change = Static<typeof ChangeSchema>

const StateSchema = Type.Object({
  /** the chain and the contracts to which the block belongs */
  genesisHash: Type.String(),
  stakingPools: Type.String(),
  /** the first block that is not reported */
  next: Type.Integer({ minimum: 0 }),
  /** printed, but not taken by the webhook */
  unsent: Type.Array(ChangeSchema),
})

export type Watched = { next: bigint; unsent: Change[] }

/** @returns undefined if there is no file @throws DeploymentError if the file is another deployment's, or not such a file */
export function readWatchState(path: string, deployment: Deployment): Watched | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new DeploymentError(`--state: ${path} cannot be read: ${(error as Error).message}`)
  }
  const state = parse(text)
  if (state === undefined) throw new DeploymentError(`--state: ${path} is not a state of watch: move it away`)
  const { genesisHash, stakingPools } = identityOf(deployment)
  if (state.genesisHash !== genesisHash || state.stakingPools !== stakingPools)
    throw new DeploymentError(`--state: ${path} is of another deployment`)
  return { next: BigInt(state.next), unsent: state.unsent }
}

/** Written completely or not at all. @throws DeploymentError */
export function writeWatchState(path: string, deployment: Deployment, { next, unsent }: Watched): void {
  const state: Static<typeof StateSchema> = { ...identityOf(deployment), next: Number(next), unsent }
  try {
    writeFileSync(`${path}.new`, `${JSON.stringify(state, null, 2)}\n`)
    renameSync(`${path}.new`, path)
  } catch (error) {
    throw new DeploymentError(`--state: ${path} cannot be written: ${(error as Error).message}`)
  }
}

function identityOf({ genesisHash, contracts }: Deployment) {
  return { genesisHash, stakingPools: contracts.StakingPools.address }
}

function parse(text: string): Static<typeof StateSchema> | undefined {
  try {
    const json: unknown = JSON.parse(text)
    return Value.Check(StateSchema, json) ? json : undefined
  } catch {
    return undefined
  }
}
