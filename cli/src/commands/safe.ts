import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getAddress, isAddress, keccak256, stringToBytes, type Address, type Hex } from 'viem'
import { timelockAbi } from '@galx/protocol/abi/Timelock'
import { calldataDigest } from '@galx/protocol/clearSigning/digest'
import { CALLS_AN_OPERATION } from '@galx/protocol/transactionGas'
import { simulateOne, type RawCall } from '@galx/operator/chain/simulate'
import { DeploymentError } from '@galx/operator/deploy/deploymentError'
import { accountKindText, readAccountKind } from '@galx/operator/networks/accounts'
import { builderFile } from '@galx/operator/safe/builderFile'
import { operationOf, readyNow } from '@galx/operator/safe/operation'
import { POWERS, type Sender } from '@galx/operator/safe/powers'
import { differencesFrom, readExpected, type TransactionHashes } from '@galx/operator/safe/expected'
import { readNonce, readTransactionHash, safeDigests } from '@galx/operator/safe/safeTransaction'
import { TREASURY_CALLS } from '@galx/operator/safe/treasury'
import { CallError, readCall, signatureText, type NamedCall } from '@galx/operator/safe/values'
import { ROLE_IDS } from '@galx/operator/verify/operations'
import { contractAddress } from '@galx/operator/verify/place'
import { durationText } from '@galx/operator/verify/text'
import { callText, namesOf, type Names } from '@galx/operator/verify/words'
import { PLACE_HELP, PLACE_OPTIONS, readOptions, UsageError, type Command } from './command.ts'
import { openDeployment, type Connection } from './connection.ts'
import type { Prepared } from './safePrepared.ts'
import { prepareTreasury } from './safeTreasury.ts'
import { tableLines } from './table.ts'

export const safeCommand: Command = {
  summary:
    'prepare the transactions that a Safe signs as owner, guardian, proposer or treasury, with the digests to compare',
  help: `npm run operator -- safe --call 'CONTRACT.FUNCTION(VALUES)' [--call …] --rpc URL --deployment FILE [--out FOLDER]
npm run operator -- safe --list

Makes the files that Safe's Transaction Builder imports. A call of the timelock becomes two files: one announces the call, the
other carries it out after the delay. Several calls, ${CALLS_AN_OPERATION} at most, become one batch. A call that the guardian or a proposer makes
at once becomes one file. The calls of a treasury with its own tokens (funds, stakes, deposits, liquidity) become one batch, with
an approval of exactly the amount before each call that takes tokens; the command shows each balance, allowance, stream and
slot of storage that the batch changes, before and after. Every call is first simulated as it will be carried out; a call that
would revert is refused with the contract's own error. For each file the command prints its effect in words, and the digests to
compare on the signing device: domain, message and safeTxHash (EIP-712), and the digest of the calldata (ERC-8213).

  --list              every power, its holder, and the values that it takes. Needs no node
  --call CALL         such as 'StakingPools.pauseStaking(galx)' or 'GALX.mint(0x…, 1500e18)'. Names of pools, programs,
                      contracts, tokens and roles are replaced by ids and addresses, safe by --safe, nobody by
                      the zero address; structures are JSON
${PLACE_HELP}
  --out FOLDER        write the files there. Without it everything is shown and nothing is written
  --safe ADDRESS      the Safe that signs; default: the guardian, or the only proposer. A treasury has no default
  --singleton ADDRESS the code that the Safe runs, if it is not Safe 1.3.0, 1.4.1 or 1.5.0: trust it as a Safe's
  --as SENDER         timelock, guardian, proposer or treasury, where several have the power
  --expected FILE     hashes that a reviewer has prepared independently (NAME.hashes.json) and committed beforehand: nothing is
                      prepared unless every hash is the same
  --name NAME         the files' name; default: the name of the first function, or treasury
  --delay SECONDS     the time from announcement to execution; default and minimum: the timelock's delay
  --salt HEX          32 bytes that distinguish equal operations; default: computed from the Safe and its nonce
  --nonce N           the nonce of the first file's transaction; default: the Safe's next nonce. The second file has N + 1

Exit code 0: everything is prepared. 1: a call would revert, the account is not a Safe, a hash differs from the expected hash. 2: the call was wrong.`,
  async run(parameters, environment, say) {
    const options = readOptions(parameters, {
      ...PLACE_OPTIONS,
      list: { type: 'boolean', default: false },
      call: { type: 'string', multiple: true, default: [] },
      out: { type: 'string' },
      safe: { type: 'string' },
      as: { type: 'string' },
      name: { type: 'string' },
      delay: { type: 'string' },
      salt: { type: 'string' },
      nonce: { type: 'string' },
      singleton: { type: 'string' },
      expected: { type: 'string' },
    })
    if (options.list) {
      for (const line of listLines()) say(line)
      return 0
    }
    checkOptions(options)
    const connection = await openDeployment(options, environment)
    const expected = options.expected === undefined ? undefined : readExpected(options.expected)
    const names = namesOf(connection.deployment, ROLE_IDS)
    const calls = options.call.map((text) => readNamedCall(text, connection, options.safe))
    const sender = senderOf(calls, options.as)
    for (const name of ['delay', 'salt'] as const)
      if (sender !== 'timelock' && options[name] !== undefined)
        throw new UsageError(
          `--${name} is only for calls that the timelock carries out, and ${calls[0]!.power.name} is sent at once by the ${sender}${calls[0]!.power.senders.includes('timelock') ? ': --as timelock announces it' : ''}`,
        )
    if (sender === 'timelock' && calls.length > CALLS_AN_OPERATION)
      throw new UsageError(
        `the timelock carries out at most ${CALLS_AN_OPERATION} calls at once, not ${calls.length}: prepare the others apart`,
      )
    const safe = await safeOf(connection, sender, options)
    const nonce =
      options.nonce === undefined ? await readNonce(connection.reader, safe) : BigInt(options.nonce)
    const name = options.name ?? (sender === 'treasury' ? 'treasury' : calls[0]!.power.item.name)
    const prepared =
      sender === 'treasury'
        ? await prepareTreasury(connection, names, { calls, safe, name })
        : sender === 'timelock'
          ? await prepareOperation(connection, names, {
              calls,
              safe,
              nonce,
              name,
              delay: options.delay,
              salt: options.salt,
            })
          : await prepareDirect(connection, names, { calls, safe, name })
    const hashes: Record<string, TransactionHashes> = {}
    for (const [index, one] of prepared.entries())
      hashes[one.name] = await hashesOf(connection, safe, nonce + BigInt(index), one)
    if (expected !== undefined) {
      const different = differencesFrom(expected, hashes)
      if (different.length > 0)
        throw new DeploymentError(different.map((line) => `nothing is prepared: ${line}`).join('\n'))
    }
    if (options.out !== undefined) mkdirSync(options.out, { recursive: true })
    for (const one of prepared) present(connection, safe, one, hashes[one.name]!, options.out, say)
    if (expected !== undefined) say(`every hash is as in ${options.expected!}`)
    if (options.out === undefined) say('nothing was written: add --out FOLDER')
    else writeFileSync(join(options.out, `${name}.hashes.json`), `${JSON.stringify(hashes, null, 2)}\n`)
    return 0
  },
}

type Options = {
  call: readonly string[]
  safe?: string | undefined
  as?: string | undefined
  name?: string | undefined
  delay?: string | undefined
  salt?: string | undefined
  nonce?: string | undefined
  singleton?: string | undefined
}

function checkOptions({ call, safe, as, name, delay, salt, nonce, singleton }: Options): void {
  if (call.length === 0) throw new UsageError('--call CALL is missing; --list shows all calls')
  if (safe !== undefined && !isAddress(safe, { strict: false }))
    throw new UsageError(`--safe: "${safe}" is not an address`)
  if (singleton !== undefined && !isAddress(singleton, { strict: false }))
    throw new UsageError(`--singleton: "${singleton}" is not an address`)
  if (as !== undefined && !['timelock', 'guardian', 'proposer', 'treasury'].includes(as))
    throw new UsageError(`--as must be timelock, guardian, proposer or treasury, not "${as}"`)
  if (name !== undefined && !/^[\w-]{1,60}$/.test(name))
    throw new UsageError(`--name must be letters, digits, "-" and "_", not "${name}"`)
  if (delay !== undefined && !/^\d{1,9}$/.test(delay))
    throw new UsageError(`--delay must be seconds, not "${delay}"`)
  if (salt !== undefined && !/^0x[0-9a-f]{64}$/i.test(salt))
    throw new UsageError('--salt must be 0x and 64 hex digits')
  if (nonce !== undefined && !/^\d{1,15}$/.test(nonce))
    throw new UsageError(`--nonce must be a whole number, not "${nonce}"`)
}

function listLines(): string[] {
  return tableLines(
    [{ title: 'call' }, { title: 'as' }, { title: 'values' }],
    [...POWERS, ...TREASURY_CALLS].map((power) => [
      power.name,
      power.senders.join(', '),
      signatureText(power),
    ]),
  )
}

function readNamedCall(text: string, { deployment }: Connection, safe: string | undefined): NamedCall {
  try {
    return readCall(text, { ...deployment, safe: safe as Address | undefined })
  } catch (error) {
    if (error instanceof CallError) throw new UsageError(`--call: ${error.message}`)
    throw error
  }
}

/** @throws UsageError if one of the calls is not in the sender's power, or the calls need different senders */
function senderOf(calls: readonly NamedCall[], wanted: string | undefined): Sender {
  const senders = calls[0]!.power.senders
  const sender = wanted ?? senders.find((one) => calls.every(({ power }) => power.senders.includes(one)))
  const other = calls.find(({ power }) => !power.senders.some((one) => one === sender))
  if (sender === undefined || other !== undefined)
    throw new UsageError(
      sender === undefined
        ? 'these calls have no sender in common: prepare them apart'
        : `${other!.power.name} is not in the power of the ${sender}`,
    )
  return sender as Sender
}

/** @throws DeploymentError if the account is not a Safe, or there are several proposers */
async function safeOf(
  { reader, deployment }: Connection,
  sender: Sender,
  { safe: given, singleton }: Pick<Options, 'safe' | 'singleton'>,
): Promise<Address> {
  const { proposers } = deployment.roles.timelock
  if (given === undefined && sender === 'treasury')
    throw new UsageError('--safe ADDRESS is missing: the treasury')
  const found = given ?? (sender === 'guardian' ? deployment.roles.guardian : proposers[0]!)
  if (given === undefined && sender !== 'guardian' && proposers.length > 1)
    throw new UsageError(`--safe ADDRESS is missing: the proposers are ${proposers.join(', ')}`)
  const safe = getAddress(found)
  const account = await readAccountKind(reader, safe, undefined, singleton as Address | undefined)
  if (account.kind !== 'safe')
    throw new DeploymentError(`${safe} is ${accountKindText(account)}, not a Safe: name the Safe with --safe`)
  return safe
}

type Wanted = { calls: readonly NamedCall[]; safe: Address; name: string }

async function prepareOperation(
  { reader, deployment, place }: Connection,
  names: Names,
  {
    calls,
    safe,
    nonce,
    name,
    delay: wanted,
    salt: given,
  }: Wanted & Pick<Options, 'delay' | 'salt'> & { nonce: bigint },
): Promise<Prepared[]> {
  const timelock = contractAddress(deployment, 'Timelock')
  const minimum = await place.read({ address: timelock, abi: timelockAbi, functionName: 'getMinDelay' })
  const delay = wanted === undefined ? minimum : BigInt(wanted)
  const salt =
    (given as Hex | undefined) ?? keccak256(stringToBytes(`${deployment.chainId} ${safe} ${nonce}`))
  const inner = calls.map(({ to, data }): RawCall => ({ to, data, value: 0n }))
  const { id, schedule, execute } = operationOf(inner, salt, delay)
  const carried = await simulateOne(
    reader,
    safe,
    { to: timelock, data: execute, value: 0n },
    readyNow(timelock, id),
  )
  const texts = inner.map(({ to, data, value }) => callText(names, to, data, value))
  if (!carried.ok)
    throw new DeploymentError(
      `nothing is prepared: the timelock could not ${texts.join('; then ')}: ${carried.error}`,
    )
  const announced = await simulateOne(reader, safe, { to: timelock, data: schedule, value: 0n })
  if (!announced.ok)
    throw new DeploymentError(`nothing is prepared: the Safe could not announce it: ${announced.error}`)
  const list = texts.map((text) => `  ${text}`)
  return [
    {
      name: `${name}-1-schedule`,
      words: [`announces the operation ${id}: ${durationText(delay)} after that the timelock can`, ...list],
      ...plain(timelock, schedule),
      inner,
    },
    {
      name: `${name}-2-execute`,
      words: [`carries out the operation ${id}: the timelock will`, ...list],
      ...plain(timelock, execute),
      inner,
    },
  ]
}

async function prepareDirect(
  { reader }: Connection,
  names: Names,
  { calls, safe, name }: Wanted,
): Promise<Prepared[]> {
  return Promise.all(
    calls.map(async ({ to, data }, index) => {
      const text = callText(names, to, data, 0n)
      const outcome = await simulateOne(reader, safe, { to, data, value: 0n })
      if (!outcome.ok)
        throw new DeploymentError(`nothing is prepared: the Safe could not ${text}: ${outcome.error}`)
      const number = calls.length > 1 ? `-${index + 1}` : ''
      return { name: `${name}${number}`, words: [`will at once ${text}`], ...plain(to, data), inner: [] }
    }),
  )
}

function plain(to: Address, data: Hex): Pick<Prepared, 'to' | 'data' | 'operation' | 'calls' | 'changes'> {
  return { to, data, operation: 0, calls: [{ to, data }], changes: [] }
}

/** @throws DeploymentError if the Safe itself computes another hash */
async function hashesOf(
  { reader, deployment }: Connection,
  safe: Address,
  nonce: bigint,
  { to, data, operation }: Prepared,
): Promise<TransactionHashes> {
  const transaction = { to, data, operation, nonce }
  const { domain, message, safeTxHash } = safeDigests(safe, deployment.chainId, transaction)
  const own = await readTransactionHash(reader, safe, transaction)
  if (own !== safeTxHash)
    throw new DeploymentError(`${safe} computes the safeTxHash ${own}, this program ${safeTxHash}`)
  return {
    safe: getAddress(safe),
    nonce: String(nonce),
    domain,
    message,
    safeTxHash,
    calldata: calldataDigest(data),
  }
}

function present(
  { deployment, place }: Connection,
  safe: Address,
  { name, words, changes, to, operation, calls, inner }: Prepared,
  { nonce, domain, message, safeTxHash, calldata }: TransactionHashes,
  folder: string | undefined,
  say: (line: string) => void,
): void {
  const lines = [
    `${name}.json`,
    ...words.map((line) => `  ${line}`),
    ...changes.map((line) => `  ${line}`),
    `  Safe          ${safe}, nonce ${nonce}`,
    `  to            ${getAddress(to)}${operation === 1 ? " (Safe's MultiSendCallOnly, as a delegate call)" : ''}`,
    `  domain        ${domain}`,
    `  message       ${message}`,
    `  safeTxHash    ${safeTxHash}`,
    `  calldata      ${calldata}`,
    ...inner.map((call, index) => `  inner call ${String(index + 1).padEnd(2)} ${calldataDigest(call.data)}`),
  ]
  for (const line of lines) say(line)
  if (folder === undefined) return
  const description = words.map((line) => line.trim()).join(' ')
  const file = builderFile(safe, deployment.chainId, place.block.timestamp, { name, description, calls })
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(file, null, 2)}\n`)
  writeFileSync(join(folder, `${name}.txt`), `${lines.join('\n')}\n`)
}
