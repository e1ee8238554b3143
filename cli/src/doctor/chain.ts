/** The chain's state of budgets, pauses and the accounts that pay gas. */
import { formatEther, zeroAddress, type Address } from 'viem'
import { epochLogAbi } from '@galx/protocol/abi/EpochLog'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import type { PlanTerms } from '@galx/operator/networks/networkConfiguration'
import { contractAddress, type Place } from '@galx/operator/verify/place'
import { nameOf, readPools, readPrograms, readVault } from '@galx/operator/verify/state'
import { dateText, durationText } from '@galx/operator/verify/text'
import { ok, warning, wrong, type Finding } from './finding.ts'
import { examineStage, isUnfundedByPlan, wasFunded } from './stage.ts'

/** The runway in seconds below which the next funding is due. */
const SHORT = 7n * 86_400n
/** Wei of the native coin below which the publisher soon cannot pay gas. */
const LOW_COIN = 10n ** 16n

/** @param plan undefined: there is no plan to compare with */
export async function examineChain(place: Place, plan: PlanTerms | undefined): Promise<Finding[]> {
  const { deployment, block, read, reader } = place
  const vouchers = { address: contractAddress(deployment, 'RewardVouchers'), abi: rewardVouchersAbi } as const
  const log = { address: contractAddress(deployment, 'EpochLog'), abi: epochLogAbi } as const
  const [pools, programs, vault, signer, coSigner, vouchersPausedUntil, publisher] = await Promise.all([
    readPools(place),
    readPrograms(place),
    readVault(place),
    read({ ...vouchers, functionName: 'signer' }),
    read({ ...vouchers, functionName: 'coSigner' }),
    read({ ...vouchers, functionName: 'pausedUntil' }),
    read({ ...log, functionName: 'publisher' }),
  ])
  const now = block.timestamp
  const published = await read({ ...log, functionName: 'nextEpoch' })
  const isFirstPublished = published > (await read({ ...log, functionName: 'firstEpoch' }))
  return [
    await examineStage(place, { pools, programs, vault }, plan),
    ...pools.map((pool) => {
      const name = nameOf('pool', pool)
      if (!wasFunded(pool)) return neverFunded(name, isUnfundedByPlan(plan, 'pool', pool.key))
      return budget(name, streamEnd(pool), now, pool.key && `--pool ${pool.key}`)
    }),
    ...programs.map((program) => {
      const name = nameOf('program', program)
      if (!wasFunded(program)) return neverFunded(name, isUnfundedByPlan(plan, 'program', program.key))
      return budget(name, program.terms.fundedUntil, now, program.key && `--program ${program.key}`)
    }),
    budget('vault', streamEnd(vault), now, '--vault'),
    ...pauses([
      ...pools.map(
        (pool) => [`new stakes of ${nameOf('pool', pool)}`, pool.state.stakingPausedUntil] as const,
      ),
      ['new deposits of the vault', vault.state.depositsPausedUntil],
      ['claims of vouchers', vouchersPausedUntil],
    ]),
    signers(signer, coSigner),
    await gas(reader, publisher, isFirstPublished),
  ]
}

function signers(signer: Address, coSigner: Address): Finding {
  for (const [name, held, option] of [
    ['signer', signer, ''],
    ['co-signer', coSigner, ' --co'],
  ] as const)
    if (held === zeroAddress)
      return wrong(
        'signer',
        `the voucher ${name} is switched off: no voucher is paid`,
        `npm run operator -- signer --rotate ADDRESS${option}`,
      )
  return ok('signer', `vouchers of ${signer} are paid that ${coSigner} has co-signed`)
}

/** The end of a stream, unix seconds; 0: it pays nothing. */
function streamEnd({ state }: { state: { rewardRate: bigint; rewardEnd: bigint } }): bigint {
  return state.rewardRate > 0n ? state.rewardEnd : 0n
}

/** @param known the actions that can be paused, each with the end of its pause, unix seconds; 0: no pause */
function pauses(known: readonly (readonly [string, bigint])[]): Finding[] {
  const paused = known.filter(([, until]) => until > 0n)
  if (paused.length === 0) return [ok('pauses', 'nothing is paused')]
  return paused.map(([what, until]) =>
    warning(
      'pauses',
      `${what} are paused until ${dateText(until)}`,
      'ends by itself; the timelock can lift it (operator safe)',
    ),
  )
}

function budget(name: string, end: bigint, now: bigint, option: string | undefined): Finding {
  const todo = `npm run operator -- fund ${option ?? '(it is not in the deployment file)'}`
  if (end <= now) return wrong('budgets', `${name} has no budget left`, todo)
  const left = durationText(end - now - ((end - now) % 3_600n))
  return end - now < SHORT
    ? warning('budgets', `${name} lasts ${left}, until ${dateText(end)}`, todo)
    : ok('budgets', `${name} lasts ${left}, until ${dateText(end)}`)
}

function neverFunded(name: string, isPlanned: boolean): Finding {
  return isPlanned
    ? ok('budgets', `${name} has no budget, as the plan says`)
    : warning('budgets', `${name} has never been funded`, 'fund it before it opens: docs/go-live.md')
}

/** @param isNeeded whether the publisher has published before */
async function gas(reader: Place['reader'], publisher: Address, isNeeded: boolean): Promise<Finding> {
  if (publisher === zeroAddress)
    return wrong(
      'signer',
      'EpochLog has no publisher',
      "npm run operator -- safe --call 'EpochLog.setPublisher(ADDRESS)'",
    )
  const held = await reader.getBalance({ address: publisher })
  const text = `the publisher ${publisher} has ${formatEther(held)} native coins`
  if (held === 0n && isNeeded) return wrong('signer', text, 'send it coins for gas')
  return held < LOW_COIN ? warning('signer', text, 'send it coins for gas') : ok('signer', text)
}
