/**
 * The state at an epoch's end as a file, from which a later audit can begin. Each line consists of words. The last line has the SHA-256 of
 * all earlier lines. This hash detects a damaged file, but not a forged file: begin only from your own file.
 */
import { createHash, type Hash } from 'node:crypto'
import { closeSync, createReadStream, fsyncSync, openSync, renameSync, writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Address, Hex } from 'viem'
import { NONE } from '../bindings.ts'
import type { Difference } from '../differences.ts'
import { hashOf, rulesetBytes, type BlockName } from '../epochBytes.ts'
import type { EpochRecord } from '../epochRecord.ts'
import { AuditError } from '../events.ts'
import type { World, WorldTerms } from '../world.ts'

const TITLE = 'GALX audit state 3'

/** The state from which an audit continues. `last`: the block whose logs were applied last */
export type AuditState = { world: World; record: EpochRecord; last: BlockName }

/** The identity of a file: its numbers are valid only for this chain, these contracts and rulesets. */
function identity({ chainId, genesisHash, contracts, epochDuration, rulesets }: WorldTerms): string {
  const known = rulesets.map((ruleset) => hashOf(rulesetBytes(ruleset)))
  return ['of', chainId, genesisHash, ...contracts, epochDuration, ...known].join(' ')
}

/** @param line the identity in a file @returns the number of rulesets when the file was saved; undefined: the file is of another deployment */
function rulesetsOf(line: string, terms: WorldTerms): number | undefined {
  for (let count = terms.rulesets.length; count > 0; count--)
    if (line === identity({ ...terms, rulesets: terms.rulesets.slice(0, count) })) return count
  return undefined
}

/** Written completely or not at all. */
export function writeState(path: string, state: AuditState): void {
  const unfinished = `${path}.unfinished`
  const file = openSync(unfinished, 'w')
  const hash = createHash('sha256')
  try {
    let text = ''
    const flush = () => {
      hash.update(text)
      writeSync(file, text)
      text = ''
    }
    for (const line of linesOf(state)) {
      text += `${line}\n`
      if (text.length > 1_000_000) flush()
    }
    flush()
    writeSync(file, `hash ${hash.digest('hex')}\n`)
    // Without this call, a machine that loses power may have the new name without the new content.
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(unfinished, path)
}

function* linesOf({ world, record, last }: AuditState): Generator<string> {
  const { accounts, bindings, holdings, passes, promotion } = world
  yield TITLE
  yield identity(world.terms)
  yield `next ${world.epoch} ${world.previous ?? '-'} ${last.number} ${last.hash}`
  for (let index = 0; index < accounts.count; index++) yield `account ${accounts.addressOf(index)}`
  for (let index = 0; index < accounts.count; index++)
    if (bindings.inviterOf(index) !== NONE) yield `inviter ${index} ${bindings.inviterOf(index)}`
  for (const [pool, amounts] of holdings.weights)
    for (const [index, weight] of amounts) yield `weight ${pool} ${index} ${weight}`
  for (const [index, shares] of holdings.shares) yield `shares ${index} ${shares}`
  for (const [id, { holder, unbonding }] of passes.passes) yield `pass ${id} ${holder} ${unbonding ? 1 : 0}`
  for (const { pool, account, number, amount, openedAt } of promotion.positions.values())
    yield `position ${pool} ${account} ${number} ${amount} ${openedAt}`
  for (const [program, entitlements] of promotion.entitlements)
    for (const [index, { entitled, highest }] of entitlements)
      yield `entitlement ${program} ${index} ${entitled} ${highest}`
  for (const [id, { budgetPerEpoch, epoch, unvested, vested }] of world.vestings)
    yield `vesting ${id} ${budgetPerEpoch} ${epoch} ${unvested} ${vested}`
  for (const [id, { cumulative, drawn }] of world.grants) {
    for (const [index, amount] of cumulative) yield `cumulative ${id} ${index} ${amount}`
    for (const [index, amount] of drawn) yield `drawn ${id} ${index} ${amount}`
  }
  for (const [epoch, { hash, blockNumber }] of record.computed)
    yield `computed ${epoch} ${hash} ${blockNumber}`
  for (const [epoch, { hash, blockNumber }] of record.published)
    yield `published ${epoch} ${hash} ${blockNumber}`
  for (const { signer, coSigner, nonce } of record.signers.named)
    yield `signers ${signer} ${coSigner} ${nonce}`
  for (const [epoch, { place, time }] of record.signers.published) yield `right ${epoch} ${place} ${time}`
  yield `rulesets ${record.rulesets}`
  for (const number of record.disputedRulesets) yield `disputed ${number}`
  for (const { at, difference } of record.differences)
    yield `differed ${at} ${JSON.stringify({ ...difference, epoch: difference.epoch === null ? null : `${difference.epoch}` })}`
}

/**
 * Reads a state into an empty world and record.
 * @returns the block after which the audit continues
 * @throws AuditError if the file is damaged, belongs to another chain, deployment or rulesets, or was saved without a ruleset that was
 * already in force
 */
export async function readState(
  path: string,
  { world, record }: Omit<AuditState, 'last'>,
): Promise<BlockName> {
  const hash = createHash('sha256')
  const { rulesets } = world.terms
  let known: number | undefined
  let last: BlockName | undefined
  let number = 0
  let ended = false
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    number++
    if (number === 1 && line !== TITLE) throw new AuditError(`${path} is not a state of an audit`)
    if (number === 2 && (known = rulesetsOf(line, world.terms)) === undefined)
      throw new AuditError(`${path} is of another chain, deployment or list of rulesets`)
    if (line.startsWith('hash ')) {
      if (line !== `hash ${digestOf(hash)}`) throw new AuditError(`${path} is damaged: its hash differs`)
      ended = true
      break
    }
    hash.update(`${line}\n`)
    if (number <= 2) continue
    try {
      last = readLine(line, { world, record }) ?? last
    } catch {
      throw new AuditError(`${path} is damaged at line ${number}`)
    }
  }
  if (!ended || !last) throw new AuditError(`${path} is damaged: it has no end`)
  for (const { number: ruleset, firstEpoch } of rulesets.slice(known))
    if (firstEpoch < world.epoch)
      throw new AuditError(
        `${path} was saved without ruleset ${ruleset}, which counts from epoch ${firstEpoch} on: begin at the first block`,
      )
  return last
}

function digestOf(hash: Hash): string {
  return hash.digest('hex')
}

/** @returns the last block, from the line that names it */
function readLine(line: string, { world, record }: Omit<AuditState, 'last'>): BlockName | undefined {
  const [kind, ...words] = line.split(' ')
  const [one, two, three, four] = words as [string, string, string, string]
  const index = Number(two)
  switch (kind) {
    case 'next':
      world.epoch = BigInt(one)
      world.previous = two === '-' ? null : (two as Hex)
      return { number: BigInt(three), hash: four as Hex }
    case 'account':
      world.accounts.indexOf(one as Address)
      return
    case 'inviter':
      world.bindings.bind(Number(one), index)
      return
    case 'weight':
      world.holdings.setWeight(BigInt(one), index, BigInt(three))
      return
    case 'shares':
      world.holdings.setShares(Number(one), BigInt(two))
      return
    case 'pass':
      world.passes.move(BigInt(one), NONE, index)
      if (three === '1') world.passes.setUnbonding(BigInt(one), true)
      return
    case 'position':
      world.promotion.open({
        pool: BigInt(one),
        account: index,
        number: BigInt(three),
        amount: BigInt(four),
        openedAt: Number(words[4]),
      })
      return
    case 'entitlement':
      world.promotion
        .entitlementsOf(BigInt(one))
        .set(index, { entitled: BigInt(three), highest: Number(four) })
      return
    case 'vesting':
      world.vestings.set(BigInt(one), {
        budgetPerEpoch: BigInt(two),
        epoch: BigInt(three),
        unvested: BigInt(four),
        vested: BigInt(words[4]!),
      })
      return
    case 'cumulative':
      world.grantsOf(BigInt(one)).grant(index, BigInt(three))
      return
    case 'drawn':
      world.grantsOf(BigInt(one)).draw(index, BigInt(three))
      return
    case 'computed':
    case 'published':
      record[kind].set(BigInt(one), { hash: two as Hex, blockNumber: BigInt(three) })
      return
    case 'signers':
      record.signers.name({ signer: one as Address, coSigner: two as Address, nonce: BigInt(three) })
      return
    case 'right':
      record.signers.published.set(BigInt(one), { place: index, time: BigInt(three) })
      return
    case 'rulesets':
      record.rulesets = Number(one)
      return
    case 'differed': {
      const difference = JSON.parse(words.slice(1).join(' ')) as Difference
      const epoch = difference.epoch === null ? null : BigInt(difference.epoch)
      record.differences.push({ at: BigInt(one), difference: { ...difference, epoch } })
      return
    }
    case 'disputed':
      record.disputedRulesets.add(Number(one))
      return
    default:
      throw new AuditError(`a state has no lines that begin with "${kind}"`)
  }
}
