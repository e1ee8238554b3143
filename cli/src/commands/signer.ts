import {
  decodeEventLog,
  encodeFunctionData,
  getAbiItem,
  getAddress,
  isAddress,
  isAddressEqual,
  zeroAddress,
  type Address,
  type Hex,
} from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { timelockAbi } from '@galx/protocol/abi/Timelock'
import { countUnpaid } from '@galx/server/signer/tables'
import { programsOf } from '@galx/server/signer/turn'
import { simulateOne } from '@galx/operator/chain/simulate'
import { DeploymentError } from '@galx/operator/deploy/deploymentError'
import { contractAddress } from '@galx/operator/verify/place'
import { ROLE_IDS } from '@galx/operator/verify/operations'
import { drawable, readPrograms } from '@galx/operator/verify/state'
import { amountText, dateText, durationText } from '@galx/operator/verify/text'
import { namesOf } from '@galx/operator/verify/words'
import { PLACE_HELP, PLACE_OPTIONS, readOptions, UsageError, type Command } from './command.ts'
import { openDeployment, type Connection } from './connection.ts'
import { withDatabase } from './database.ts'
import { readPrivateKey } from './key.ts'
import { tableLines } from './table.ts'

/** One of the two keys that sign each voucher. */
type Role = {
  name: 'signer' | 'co-signer'
  /** function names of RewardVouchers */
  set: 'setSigner' | 'setCoSigner'
  disable: 'disableSigner' | 'disableCoSigner'
  /** the option of this command */
  option: '' | ' --co'
}
const SIGNER: Role = { name: 'signer', set: 'setSigner', disable: 'disableSigner', option: '' }
const CO_SIGNER: Role = {
  name: 'co-signer',
  set: 'setCoSigner',
  disable: 'disableCoSigner',
  option: ' --co',
}

export const signerCommand: Command = {
  summary: 'show the two keys that sign vouchers and their limits; plan to replace one or to switch it off',
  help: `npm run operator -- signer --rpc URL --deployment FILE [--rotate ADDRESS | --off] [--co]

Shows the signer and the co-signer of RewardVouchers, who can switch them off, and the most that both keys together could draw from each
program: the vested and unclaimed amount. One stolen key alone draws nothing. The command signs and sends nothing.

  --rotate ADDRESS    the plan for making this address the signer, simulated first
  --off               the plan for switching the signer off at once, simulated first
  --co                with --rotate or --off: the co-signer in place of the signer
${PLACE_HELP}

From the environment, where they are set:
  SIGNER_PRIVATE_KEY    compared with the contract's signer
  COSIGNER_PRIVATE_KEY  compared with the contract's co-signer
  DATABASE_URL          counts the unclaimed vouchers of each nonce

Exit code 0: shown, and nothing is wrong. 1: one signer is off, a key is not the contract's, or the plan would fail.
          2: the call was wrong.`,
  async run(parameters, environment, say, complain) {
    const options = readOptions(parameters, {
      ...PLACE_OPTIONS,
      rotate: { type: 'string' },
      off: { type: 'boolean', default: false },
      co: { type: 'boolean', default: false },
    })
    const { rotate, off, co } = options
    if (off && rotate !== undefined) throw new UsageError('--rotate and --off exclude each other')
    if (co && !off && rotate === undefined) throw new UsageError('--co needs --rotate or --off')
    if (rotate !== undefined && (!isAddress(rotate) || rotate === zeroAddress))
      throw new UsageError(`--rotate: "${rotate}" is not an address (checksummed or lower case)`)
    const connection = await openDeployment(options, environment)
    const keys = [
      await readPrivateKey('SIGNER_PRIVATE_KEY', environment, connection),
      await readPrivateKey('COSIGNER_PRIVATE_KEY', environment, connection),
    ] as const
    const state = await readSigners(connection)
    for (const line of signerLines(connection, state)) say(line)
    const programs = await readPrograms(connection.place)
    const names = namesOf(connection.deployment, ROLE_IDS)
    for (const line of tableLines(
      [{ title: 'program' }, { title: 'both keys draw at most', right: true }],
      programs.map(({ id, key: name, terms }) => [
        name ?? `number ${id >> 160n}`,
        amountText(drawable(terms), names.symbol(terms.token)),
      ]),
    ))
      say(line)
    if (environment.DATABASE_URL?.trim())
      for (const line of await voucherLines(connection, environment)) say(line)
    const role = co ? CO_SIGNER : SIGNER
    if (rotate !== undefined)
      for (const line of await rotationLines(connection, state, role, rotate)) say(line)
    if (off) for (const line of await offLines(connection, state, role)) say(line)
    const faults = faultsOf(state, keys)
    for (const fault of faults) complain(fault)
    return faults.length === 0 ? 0 : 1
  },
}

type SignersState = {
  signer: Address
  coSigner: Address
  nonce: bigint
  guardian: Address
  pausedUntil: bigint
  /** seconds */
  delay: bigint
}

async function readSigners({ place, deployment }: Connection): Promise<SignersState> {
  const vouchers = { address: contractAddress(deployment, 'RewardVouchers'), abi: rewardVouchersAbi } as const
  const timelock = { address: contractAddress(deployment, 'Timelock'), abi: timelockAbi } as const
  const [signer, coSigner, nonce, guardian, pausedUntil, delay] = await Promise.all([
    place.read({ ...vouchers, functionName: 'signer' }),
    place.read({ ...vouchers, functionName: 'coSigner' }),
    place.read({ ...vouchers, functionName: 'signersNonce' }),
    place.read({ ...vouchers, functionName: 'guardian' }),
    place.read({ ...vouchers, functionName: 'pausedUntil' }),
    place.read({ ...timelock, functionName: 'getMinDelay' }),
  ])
  return { signer, coSigner, nonce, guardian, pausedUntil, delay }
}

function signerLines(
  { deployment }: Connection,
  { signer, coSigner, nonce, guardian, pausedUntil, delay }: SignersState,
): string[] {
  const named = (address: Address) => (address === zeroAddress ? 'nobody: it is switched off' : address)
  return [
    `${deployment.network}: RewardVouchers pays a voucher that the signer and the co-signer have signed`,
    `signer: ${named(signer)}`,
    `co-signer: ${named(coSigner)}`,
    `nonce: ${nonce}; a voucher of an earlier nonce is not paid`,
    `claims are ${pausedUntil === 0n ? 'open' : `paused until ${dateText(pausedUntil)}`}`,
    `${guardian} can switch off either signer at once; the timelock names another signer after ${durationText(delay)}`,
    'one stolen key draws nothing',
  ]
}

function faultsOf(
  { signer, coSigner }: SignersState,
  [signerKey, coSignerKey]: readonly [Hex | undefined, Hex | undefined],
): string[] {
  return [
    keyFault('signer', signer, 'SIGNER_PRIVATE_KEY', signerKey),
    keyFault('co-signer', coSigner, 'COSIGNER_PRIVATE_KEY', coSignerKey),
  ].filter((fault) => fault !== undefined)
}

function keyFault(
  role: Role['name'],
  address: Address,
  variable: string,
  key: Hex | undefined,
): string | undefined {
  if (address === zeroAddress)
    return `the ${role} is switched off: no voucher is paid until the timelock names one`
  const found = key === undefined ? address : privateKeyToAddress(key)
  if (isAddressEqual(found, address)) return undefined
  return `${variable} is of ${found}, and the contract’s ${role} is ${address}`
}

async function voucherLines({ deployment }: Connection, environment: NodeJS.ProcessEnv): Promise<string[]> {
  const rows = await withDatabase(environment, (sql) => countUnpaid(sql, programsOf(deployment)))
  if (rows.length === 0) return ['no voucher waits to be claimed']
  return rows.map(
    ({ signersNonce, count }) =>
      `${count} vouchers of the signers’ nonce ${signersNonce} are not claimed yet`,
  )
}

/** @throws DeploymentError if the address is or was one of the signers, has another role, or the contract would refuse */
async function rotationLines(
  { place, reader, deployment }: Connection,
  { signer, coSigner, delay }: SignersState,
  role: Role,
  next: Address,
): Promise<string[]> {
  const { guardian, epochPublisher, timelock, deployer } = deployment.roles
  const { releaseSigner = [] } = deployment
  for (const [name, address] of [
    ['signer', signer],
    ['co-signer', coSigner],
  ] as const)
    if (isAddressEqual(next, address)) throw new DeploymentError(`${next} is the ${name} already`)
  const others = [guardian, epochPublisher, deployer, ...timelock.proposers, ...timelock.executors].concat(
    releaseSigner,
  )
  if (others.includes(next.toLowerCase()))
    throw new DeploymentError(`${next} has another role in the deployment file: nobody may hold two roles`)
  if ((await pastSigners(place)).has(next.toLowerCase()))
    throw new DeploymentError(
      `${next} was a signer before. Its key may have signed vouchers for later nonces: make a new key`,
    )
  const call = `RewardVouchers.${role.set}(${getAddress(next)})`
  await assertPossible(reader, contractAddress(deployment, 'Timelock'), deployment, {
    functionName: role.set,
    args: [next],
  })
  const start =
    role === SIGNER
      ? 'start the signer with the new key (SIGNER_PRIVATE_KEY or SIGNER_URL)'
      : 'start the co-signer with the new key (COSIGNER_PRIVATE_KEY)'
  return [
    'rotation:',
    '  1. make the new key on the machine that signs, and keep it there',
    `  2. npm run operator -- safe --call '${call}' --out rotation`,
    '     the Safe announces it with the first file',
    `  3. wait ${durationText(delay)}; vouchers of the present keys stay good until then`,
    '  4. the Safe carries it out with the second file: the nonce grows, and no voucher of an earlier nonce is paid any more',
    `  5. ${start}: at the next close both sign every unpaid voucher again`,
    '  6. npm run operator -- signer   says that the key is the contract’s',
  ]
}

/** Every address that was named signer or co-signer, in lower case. */
async function pastSigners({ deployment, block, logs }: Connection['place']): Promise<Set<string>> {
  const named = getAbiItem({ abi: rewardVouchersAbi, name: 'SignersSet' })
  const found = await logs.read({
    address: contractAddress(deployment, 'RewardVouchers'),
    events: [named],
    fromBlock: BigInt(deployment.deployBlock),
    toBlock: block.number,
  })
  return new Set(
    found.flatMap(({ topics, data }) => {
      const { args } = decodeEventLog({ abi: [named], topics: topics as [Hex, ...Hex[]], data })
      return [args.signer.toLowerCase(), args.coSigner.toLowerCase()]
    }),
  )
}

/** @throws DeploymentError if it is already off, or the contract would refuse */
async function offLines(
  { reader, deployment }: Connection,
  { signer, coSigner, guardian }: SignersState,
  role: Role,
): Promise<string[]> {
  if ((role === SIGNER ? signer : coSigner) === zeroAddress)
    throw new DeploymentError(`the ${role.name} is switched off already`)
  await assertPossible(reader, guardian, deployment, { functionName: role.disable, args: [] })
  return [
    'switching off:',
    `  1. npm run operator -- safe --call 'RewardVouchers.${role.disable}()' --out off`,
    '     the guardian’s Safe sends it at once: no voucher is paid from then on',
    `  2. only the timelock names another ${role.name}: npm run operator -- signer --rotate ADDRESS${role.option}`,
  ]
}

async function assertPossible(
  reader: Connection['reader'],
  from: Address,
  deployment: Connection['deployment'],
  call: { functionName: Role['set'] | Role['disable']; args: readonly [] | readonly [Address] },
): Promise<void> {
  const to = contractAddress(deployment, 'RewardVouchers')
  const data = encodeFunctionData({ abi: rewardVouchersAbi, ...call } as never)
  const outcome = await simulateOne(reader, from, { to, data, value: 0n })
  if (!outcome.ok) throw new DeploymentError(`${call.functionName} would fail: ${outcome.error}`)
}
