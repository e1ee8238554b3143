import { getAddress, isAddress, isAddressEqual, zeroAddress, type Address, encodeFunctionData } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { timelockAbi } from '@galx/protocol/abi/Timelock'
import { countUnpaid } from '../../../server/src/signer/tables.ts'
import { programsOf } from '../../../server/src/signer/turn.ts'
import { simulateOne } from '../chain/simulate.ts'
import { DeploymentError } from '../deploy/deploymentError.ts'
import { contractAddress } from '../verify/place.ts'
import { ROLE_IDS } from '../verify/operations.ts'
import { readPrograms } from '../verify/state.ts'
import { amountText, dateText, durationText } from '../verify/text.ts'
import { namesOf } from '../verify/words.ts'
import { PLACE_HELP, PLACE_OPTIONS, readOptions, UsageError, type Command } from './command.ts'
import { openDeployment, type Connection } from './connection.ts'
import { withDatabase } from './database.ts'
import { readPrivateKey } from './key.ts'
import { tableLines } from './table.ts'

export const signerCommand: Command = {
  summary: 'show the voucher signer and its limits, and plan its rotation or its switching off',
  help: `npm run operator -- signer --rpc URL --deployment FILE [--rotate ADDRESS | --off]

Shows whose vouchers RewardVouchers pays, who can switch the signer off, and how much a stolen key could draw at most: what has
vested and is not claimed, program by program. It signs and sends nothing.

  --rotate ADDRESS    the plan for making this address the signer, simulated first
  --off               the plan for switching the signer off at once, simulated first
${PLACE_HELP}

From the environment, where they are set:
  SIGNER_PRIVATE_KEY  compared with the contract's signer
  DATABASE_URL        counts the vouchers of each key that are not claimed yet

Exit code 0: shown, and nothing is wrong. 1: the signer is off, this key is not the contract's, or the plan would fail.
          2: the call was wrong.`,
  async run(parameters, environment, say, complain) {
    const options = readOptions(parameters, {
      ...PLACE_OPTIONS,
      rotate: { type: 'string' },
      off: { type: 'boolean', default: false },
    })
    if (options.off && options.rotate !== undefined)
      throw new UsageError('--rotate and --off exclude each other')
    if (options.rotate !== undefined && (!isAddress(options.rotate) || options.rotate === zeroAddress))
      throw new UsageError(`--rotate: "${options.rotate}" is no address (checksummed or lower case)`)
    const connection = await openDeployment(options, environment)
    const key = await readPrivateKey('SIGNER_PRIVATE_KEY', environment, connection)
    const state = await readSigner(connection)
    for (const line of signerLines(connection, state)) say(line)
    const programs = await readPrograms(connection.place)
    const names = namesOf(connection.deployment, ROLE_IDS)
    for (const line of tableLines(
      [{ title: 'program' }, { title: 'a stolen key draws at most', right: true }],
      programs.map(({ id, key: name, terms }) => [
        name ?? `number ${id >> 160n}`,
        amountText(terms.vested - terms.paid, names.symbol(terms.token)),
      ]),
    ))
      say(line)
    if (environment.DATABASE_URL?.trim())
      for (const line of await voucherLines(connection, environment)) say(line)
    if (options.rotate !== undefined)
      for (const line of await rotationLines(connection, state, options.rotate)) say(line)
    if (options.off) for (const line of await offLines(connection, state)) say(line)
    const faults = faultsOf(state, key === undefined ? undefined : privateKeyToAddress(key))
    for (const fault of faults) complain(fault)
    return faults.length === 0 ? 0 : 1
  },
}

type SignerState = { signer: Address; guardian: Address; pausedUntil: bigint; delay: bigint }

async function readSigner({ place, deployment }: Connection): Promise<SignerState> {
  const vouchers = { address: contractAddress(deployment, 'RewardVouchers'), abi: rewardVouchersAbi } as const
  const timelock = { address: contractAddress(deployment, 'Timelock'), abi: timelockAbi } as const
  const [signer, guardian, pausedUntil, delay] = await Promise.all([
    place.read({ ...vouchers, functionName: 'signer' }),
    place.read({ ...vouchers, functionName: 'guardian' }),
    place.read({ ...vouchers, functionName: 'pausedUntil' }),
    place.read({ ...timelock, functionName: 'getMinDelay' }),
  ])
  return { signer, guardian, pausedUntil, delay }
}

function signerLines(
  { deployment }: Connection,
  { signer, guardian, pausedUntil, delay }: SignerState,
): string[] {
  return [
    `${deployment.network}: RewardVouchers pays vouchers of ${signer === zeroAddress ? 'nobody: the signer is switched off' : signer}`,
    `claims are ${pausedUntil === 0n ? 'open' : `paused until ${dateText(pausedUntil)}`}`,
    `${guardian} can switch the signer off at once; the timelock names another one after ${durationText(delay)}`,
  ]
}

function faultsOf({ signer }: SignerState, key: Address | undefined): string[] {
  if (signer === zeroAddress)
    return ['the signer is switched off: no voucher is paid until the timelock names one']
  if (key === undefined || isAddressEqual(key, signer)) return []
  return [`SIGNER_PRIVATE_KEY is of ${key}, and the contract pays vouchers of ${signer}`]
}

async function voucherLines({ deployment }: Connection, environment: NodeJS.ProcessEnv): Promise<string[]> {
  const rows = await withDatabase(environment, (sql) => countUnpaid(sql, programsOf(deployment)))
  if (rows.length === 0) return ['no voucher waits to be claimed']
  return rows.map(({ signer, count }) => `${count} vouchers of ${getAddress(signer)} are not claimed yet`)
}

/** @throws DeploymentError where the address is the signer already, has another role, or the contract would refuse */
async function rotationLines(
  { reader, deployment }: Connection,
  { signer, delay }: SignerState,
  next: Address,
): Promise<string[]> {
  const { guardian, epochPublisher, timelock, deployer } = deployment.roles
  if (isAddressEqual(next, signer)) throw new DeploymentError(`${next} is the signer already`)
  const others = [guardian, epochPublisher, deployer, ...timelock.proposers]
  if (others.includes(next.toLowerCase()))
    throw new DeploymentError(`${next} has another role in the deployment file: nobody holds two`)
  const call = `RewardVouchers.setSigner(${getAddress(next)})`
  await assertPossible(reader, contractAddress(deployment, 'Timelock'), deployment, {
    functionName: 'setSigner',
    args: [next],
  })
  return [
    'rotation:',
    '  1. make the new key on the machine that signs, and keep it there',
    `  2. npm run operator -- safe --call '${call}' --out rotation`,
    '     the Safe announces it with the first file',
    `  3. wait ${durationText(delay)}; vouchers of the old key stay good until then`,
    '  4. the Safe carries it out with the second file: vouchers of the old key are no longer paid',
    '  5. start the signer with the new key (SIGNER_PRIVATE_KEY or SIGNER_URL): at the next close it signs every unpaid voucher again',
    '  6. npm run operator -- signer   says that the key is the contract’s',
  ]
}

async function offLines(
  { reader, deployment }: Connection,
  { signer, guardian }: SignerState,
): Promise<string[]> {
  if (signer === zeroAddress) throw new DeploymentError('the signer is switched off already')
  await assertPossible(reader, guardian, deployment, { functionName: 'disableSigner', args: [] })
  return [
    'switching off:',
    "  1. npm run operator -- safe --call 'RewardVouchers.disableSigner()' --out off",
    '     the guardian’s Safe sends it at once: no voucher is paid from then on',
    '  2. only the timelock names another signer: npm run operator -- signer --rotate ADDRESS',
  ]
}

async function assertPossible(
  reader: Connection['reader'],
  from: Address,
  deployment: Connection['deployment'],
  call: { functionName: 'setSigner' | 'disableSigner'; args: readonly [] | readonly [Address] },
): Promise<void> {
  const to = contractAddress(deployment, 'RewardVouchers')
  const data = encodeFunctionData({ abi: rewardVouchersAbi, ...call } as never)
  const outcome = await simulateOne(reader, from, { to, data, value: 0n })
  if (!outcome.ok) throw new DeploymentError(`${call.functionName} would fail: ${outcome.error}`)
}
