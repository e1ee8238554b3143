/** The calls of a treasury with its own tokens, as one transaction of its Safe. */
import { decodeFunctionResult, encodeFunctionData, type Address, type PublicClient } from 'viem'
import { simulateAs, traceStorage } from '@galx/operator/chain/simulate'
import { DeploymentError } from '@galx/operator/deploy/deploymentError'
import { poolTarget, vaultTarget } from '@galx/operator/funding/target'
import { changedFacts, treasuryFacts } from '@galx/operator/safe/facts'
import { multiSendData, readMultiSend } from '@galx/operator/safe/multiSend'
import { slotLines } from '@galx/operator/safe/slots'
import { treasurySteps, type TreasuryStep } from '@galx/operator/safe/treasury'
import type { NamedCall } from '@galx/operator/safe/values'
import { firstLine } from '@galx/operator/verify/findings'
import type { Names } from '@galx/operator/verify/words'
import type { Connection } from './connection.ts'
import type { Prepared } from './safePrepared.ts'

/** @throws DeploymentError if a call would revert, or would fund a stream with almost no stakes */
export async function prepareTreasury(
  connection: Connection,
  names: Names,
  { calls, safe, name }: { calls: readonly NamedCall[]; safe: Address; name: string },
): Promise<Prepared[]> {
  const { reader, deployment } = connection
  const steps = calls.flatMap((call) => treasurySteps(call, deployment, names))
  const [only] = steps
  const single = steps.length === 1 ? only : undefined
  const to = single?.to ?? (await readMultiSend(reader, safe))
  const changes = await simulateSteps(connection, names, safe, calls, steps)
  return [
    {
      name,
      words: [
        single === undefined ? `will at once, all or nothing` : `will at once`,
        ...steps.map(({ words }) => `  ${words}`),
      ],
      changes,
      to,
      data: single?.data ?? multiSendData(steps),
      operation: single === undefined ? 1 : 0,
      calls: steps,
      inner: single === undefined ? steps : [],
    },
  ]
}

async function simulateSteps(
  connection: Connection,
  names: Names,
  safe: Address,
  calls: readonly NamedCall[],
  steps: readonly TreasuryStep[],
): Promise<string[]> {
  const { reader, deployment } = connection
  const facts = treasuryFacts(deployment, safe)
  const reads = facts.map(({ call }) => call)
  const writes = steps.map(({ to, data }) => ({ to, data, value: 0n }))
  const outcomes = await simulateAs(reader, safe, [...reads, ...writes, ...reads])
  const written = outcomes.slice(reads.length, reads.length + writes.length)
  for (const [index, outcome] of written.entries())
    if (!outcome.ok)
      throw new DeploymentError(
        `nothing is prepared: the Safe could not ${steps[index]!.words}: ${outcome.error}`,
      )
  await assertStaked(connection, safe, calls, steps)
  const changed = changedFacts(facts, outcomes, outcomes.slice(reads.length + writes.length))
  const traced = await traceStorage(reader, safe, writes).catch(firstLine)
  return [
    'afterwards',
    ...changed.map((line) => `  ${line}`),
    ...(typeof traced === 'string'
      ? [`storage: not shown: ${traced}; a node that serves debug_traceCall shows each slot`]
      : ['storage', ...slotLines(traced, deployment, names, safe).map((line) => `  ${line}`)]),
  ]
}

/** A stream with almost no stakes goes to the next staker. Stakes of the batch itself count. */
async function assertStaked(
  { reader, deployment }: Connection,
  safe: Address,
  calls: readonly NamedCall[],
  steps: readonly TreasuryStep[],
): Promise<void> {
  const writes = steps.map(({ to, data }) => ({ to, data, value: 0n }))
  const afterwards = {
    readContract: async (call: Parameters<PublicClient['readContract']>[0]) => {
      const data = encodeFunctionData(call as never)
      const answers = await simulateAs(reader, safe, [...writes, { to: call.address!, data, value: 0n }])
      const answer = answers.at(-1)!
      if (!answer.ok) throw new DeploymentError(`${call.functionName} of ${call.address!}: ${answer.error}`)
      return decodeFunctionResult({ ...call, data: answer.data } as never)
    },
  } as unknown as Pick<PublicClient, 'readContract'>
  for (const { power, args } of calls) {
    const pool = Object.entries(deployment.pools).find(([, { id }]) => id === String(args[0]))?.[0]
    const target =
      power.name === 'ZnVault.fund'
        ? vaultTarget(deployment)
        : power.name === 'StakingPools.fund' && pool !== undefined
          ? poolTarget(deployment, pool)
          : undefined
    const fault = await target?.readFault?.(afterwards)
    if (fault !== undefined) throw new DeploymentError(`nothing is prepared: ${target!.name} ${fault}`)
  }
}
