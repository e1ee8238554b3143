import { encodeFunctionData, erc20Abi, isAddress, type Address } from 'viem'
import type { Deployment } from '@galx/protocol/deployment'
import { simulateAs } from '@galx/operator/chain/simulate'
import { DeploymentError, EnvironmentError } from '@galx/operator/deploy/deploymentError'
import {
  poolTarget,
  programTarget,
  readFundingStatus,
  vaultTarget,
  type FundingTarget,
  type FundingStatus,
} from '@galx/operator/funding/target'
import { amountText, dateText } from '@galx/operator/verify/text'
import {
  isConfirmed,
  PLACE_HELP,
  PLACE_OPTIONS,
  readAmount,
  readOptions,
  UsageError,
  WRITE_HELP,
  WRITE_OPTIONS,
  type Command,
} from './command.ts'
import { openDeployment, type Connection } from './connection.ts'
import { openSender, readPrivateKey, readTransactionKey } from './key.ts'
import { tableLines } from './table.ts'

export const fundCommand: Command = {
  summary: 'fund a pool, a bonus program or the vault',
  help: `npm run operator -- fund --pool KEY|--program KEY|--vault --amount TOKENS --rpc URL --deployment FILE [--confirm]

Sends tokens of the funder's account to a pool's stream, a program's budget or the vault. A funding never
lowers a rate and never brings an end nearer (docs/decisions/0001-reward-accounting.md). Everything is simulated first; rate
and end are shown before and after. The approval is for exactly this amount.

A pool with a weight below 1 or a vault with less than 1 GALX is not funded: the next staker or depositor would get
nearly all of the funding. Stake or deposit first.

  --pool KEY          such as galx; --program KEY: such as btc; --vault
  --amount TOKENS     in whole tokens with at most 18 decimals, such as 1500 or 0.25
${PLACE_HELP}
  --from ADDRESS      the account to simulate without a key; the account at FUNDER_URL if it has several
${WRITE_HELP}

From the environment:
  FUNDER_PRIVATE_KEY  the account that pays; needed with --confirm. Instead: FUNDER_URL, a remote signer (eth_signTransaction)

Exit code 0: it is funded, or would be. 1: something is wrong; nothing was sent unless the message says so. 2: the call was wrong.`,
  async run(parameters, environment, say) {
    const options = readOptions(parameters, {
      ...PLACE_OPTIONS,
      ...WRITE_OPTIONS,
      pool: { type: 'string' },
      program: { type: 'string' },
      vault: { type: 'boolean', default: false },
      amount: { type: 'string' },
      from: { type: 'string' },
    })
    const confirmed = isConfirmed(options)
    const named = [options.pool, options.program, options.vault || undefined].filter(
      (one) => one !== undefined,
    )
    if (named.length !== 1) throw new UsageError('name one of --pool KEY, --program KEY and --vault')
    if (options.amount === undefined) throw new UsageError('--amount TOKENS is missing')
    if (options.from !== undefined && !isAddress(options.from, { strict: false }))
      throw new UsageError(`--from: "${options.from}" is not an address`)
    const amount = readAmount('--amount', options.amount)
    const connection = await openDeployment(options, environment)
    const target = targetOf(connection.deployment, options)
    const key = await readTransactionKey(
      'FUNDER',
      environment,
      () => readPrivateKey('FUNDER_PRIVATE_KEY', environment, connection),
      options.from as Address | undefined,
    )
    const funder = key?.address ?? (options.from as Address | undefined)
    if (confirmed && key === undefined)
      throw new EnvironmentError('FUNDER_PRIVATE_KEY (or FUNDER_URL) is missing in the environment')
    if (funder === undefined)
      throw new EnvironmentError(
        'FUNDER_PRIVATE_KEY (or FUNDER_URL) is missing in the environment; without it name the account with --from',
      )
    const { before, after } = await rehearse(connection, funder, target, amount)
    say(`${target.name}: ${amountText(amount, target.symbol)} from ${funder}`)
    for (const line of comparison(target, before, after)) say(line)
    if (!confirmed) {
      say(`would send: approve ${target.contract} for exactly ${amountText(amount, target.symbol)}; fund`)
      say('nothing was sent: add --confirm')
      return 0
    }
    const sender = await openSender(connection, key!, say)
    await sender.call(`approve exactly ${amountText(amount, target.symbol)}`, {
      address: target.token,
      abi: erc20Abi,
      functionName: 'approve',
      args: [target.contract, amount],
    })
    await sender.call(`fund ${target.name}`, target.call(amount))
    const now = await readFundingStatus(connection.reader, target)
    say(
      `${target.name} now pays at most ${rateText(target, now)} ${target.per === 'day' ? 'a day' : 'an epoch'} until ${endText(now)}`,
    )
    return 0
  },
}

function targetOf(
  deployment: Deployment,
  { pool, program }: { pool?: string | undefined; program?: string | undefined },
): FundingTarget {
  if (pool === undefined && program === undefined) return vaultTarget(deployment)
  const target = pool === undefined ? programTarget(deployment, program!) : poolTarget(deployment, pool)
  if (target !== undefined) return target
  const known = Object.keys(pool === undefined ? deployment.programs : deployment.pools).join(', ')
  throw new UsageError(
    pool === undefined
      ? `--program "${program}" is unknown: ${known}`
      : `--pool "${pool}" is unknown: ${known}`,
  )
}

/** @throws DeploymentError if the account has too few tokens, too little is staked, or the contract refuses the call */
async function rehearse(
  { reader, place }: Connection,
  funder: Address,
  target: FundingTarget,
  amount: bigint,
): Promise<{ before: FundingStatus; after: FundingStatus }> {
  const { token, symbol, contract, status } = target
  const fault = await target.readFault?.(reader)
  if (fault !== undefined) throw new DeploymentError(`nothing was sent: ${target.name} ${fault}`)
  const held = await place.read({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [funder] })
  if (held < amount)
    throw new DeploymentError(
      `${funder} holds ${amountText(held, symbol)}, too little for ${amountText(amount, symbol)}`,
    )
  const before = await readFundingStatus(reader, target)
  const state = { to: contract, data: status.data, value: 0n }
  const { abi, functionName, args } = target.call(amount)
  const outcomes = await simulateAs(reader, funder, [
    {
      to: token,
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [contract, amount] }),
      value: 0n,
    },
    { to: contract, data: encodeFunctionData({ abi, functionName, args }), value: 0n },
    state,
  ])
  const [approved, funded, answer] = outcomes
  for (const outcome of [approved, funded, answer])
    if (outcome !== undefined && !outcome.ok)
      throw new DeploymentError(`nothing was sent: funding ${target.name} would fail: ${outcome.error}`)
  return {
    before,
    after: status.read((answer as { data: `0x${string}` }).data, (await reader.getBlock()).timestamp),
  }
}

function comparison(target: FundingTarget, before: FundingStatus, after: FundingStatus): string[] {
  return tableLines(
    [
      { title: '' },
      { title: `at most a${target.per === 'day' ? ' day' : 'n epoch'}`, right: true },
      { title: 'until' },
    ],
    [
      ['before', rateText(target, before), endText(before)],
      ['after', rateText(target, after), endText(after)],
    ],
  )
}

function rateText({ symbol }: FundingTarget, { rate }: FundingStatus): string {
  return amountText(rate, symbol)
}

function endText({ end }: FundingStatus): string {
  return end === 0n ? 'ended' : dateText(end)
}
