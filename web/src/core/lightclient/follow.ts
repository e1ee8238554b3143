/** Follows the chain from a checkpoint: votes of known validators make an epoch's first block final, and that block names the next validators. */
import type { Checkpoint } from '@galx/protocol/release'
import { isTooOld } from './checkpoint.ts'
import { readHeader, InvalidAnswerError, type Header } from './header.ts'
import { checkVote, EPOCH, nextSet, voteOf, waitOf, type ValidatorSet } from './votes.ts'

/** The number of later blocks that are searched for the votes that make a block final. The votes are usually two blocks later. */
const SEARCHED = 32
/** Epochs whose headers are requested at once. */
const AHEAD = 8

/** Returns a block's header in a node's format. */
export type HeaderSource = (number: number) => Promise<unknown>

type FinalHeader = { header: Header; voters: number; validators: number }

export type Follower = {
  /** The first block of the last proven epoch. */
  at: () => Checkpoint
  /** @param progress receives the number of proven epochs and the number of all epochs. @throws InvalidAnswerError */
  followTo: (number: number, progress?: (done: number, all: number) => void) => Promise<void>
  /** A block of the last proven epoch, or the first block of the next epoch. @throws InvalidAnswerError unless the block is final */
  finalBlock: (number: number) => Promise<FinalHeader>
}

/** @param now unix seconds @throws InvalidAnswerError if the checkpoint is too old or is not the first block of an epoch */
export function createFollower(checkpoint: Checkpoint, source: HeaderSource, now: number): Follower {
  if (isTooOld(checkpoint, now))
    throw new InvalidAnswerError('checkpoint', 'the checkpoint is older than the unbonding period')
  if (checkpoint.number % EPOCH !== 0)
    throw new InvalidAnswerError('checkpoint', 'the checkpoint is not the first block of an epoch')
  let epoch: Checkpoint | null = null
  let current: ValidatorSet
  let before: ValidatorSet | null = null

  /** Headers requested before they are needed: several epochs then cost one round trip to a distant node. */
  const asked = new Map<number, Promise<unknown>>()
  function askAhead(from: number, to: number) {
    for (let number = from; number <= to; number += EPOCH)
      for (const one of [number, number + 2]) {
        const answer = source(one)
        // The caller that awaits the answer receives the error.
        answer.catch(() => {})
        asked.set(one, answer)
      }
  }

  async function header(number: number): Promise<Header> {
    const answer = asked.get(number) ?? source(number)
    asked.delete(number)
    const read = readHeader(await answer)
    if (read.number !== number) throw new InvalidAnswerError('header', `block ${number} has another number`)
    return read
  }

  async function begin(): Promise<Checkpoint> {
    if (epoch !== null) return epoch
    const first = await header(checkpoint.number)
    if (first.hash !== checkpoint.hash || first.time !== checkpoint.time)
      throw new InvalidAnswerError('checkpoint', 'the checkpoint names another block')
    current = nextSet(first)
    return (epoch = checkpoint)
  }

  /** The validators whose votes are valid for a block. The set before the checkpoint is unknown, so the checkpoint's set is valid from its block on. */
  function setFor(target: number): ValidatorSet {
    if (before === null) return current
    return target > epoch!.number + waitOf(before) ? current : before
  }

  async function finalBlock(number: number): Promise<FinalHeader> {
    const { number: known } = await begin()
    if (number < known || number > known + EPOCH)
      throw new InvalidAnswerError('final', `block ${number} belongs to another epoch`)
    const [first, near] = await Promise.all([header(number), header(number + 2)])
    const direct = finalAmong([first], near)
    if (direct !== null) return direct
    // The usual votes are missing. Searches for a later block that is final, and whose parent hashes lead back to this block.
    const chain = [first]
    for (let next = number + 1; next <= number + SEARCHED; next += 1) {
      const one = await header(next)
      const found = finalAmong(chain, one)
      if (found !== null) return { ...found, header: first }
      if (one.parentHash !== chain.at(-1)!.hash)
        throw new InvalidAnswerError('header', `block ${next} has another parent`)
      chain.push(one)
    }
    throw new InvalidAnswerError('final', `block ${number} is not final`)
  }

  /** If two thirds vote for a block and name its parent as the source, the parent is final. */
  function finalAmong(chain: readonly Header[], carrier: Header): FinalHeader | null {
    const vote = voteOf(carrier)
    if (vote === null || vote.target.number !== vote.source.number + 1) return null
    const block = chain.find(({ number }) => number === vote.source.number)
    if (block === undefined) return null
    if (block.hash !== vote.source.hash)
      throw new InvalidAnswerError('votes', `the votes are for another block ${block.number}`)
    const set = setFor(vote.target.number)
    return { header: block, voters: checkVote(vote, set), validators: set.validators.length }
  }

  async function followTo(number: number, progress: (done: number, all: number) => void = () => {}) {
    const start = (await begin()).number
    const all = Math.floor((number - start) / EPOCH)
    for (let done = 0; done < all; done += 1) {
      const next = start + (done + 1) * EPOCH
      if (done % AHEAD === 0) askAhead(next, Math.min(start + all * EPOCH, next + (AHEAD - 1) * EPOCH))
      const { header: first } = await finalBlock(next)
      before = current
      current = nextSet(first)
      epoch = { number: first.number, hash: first.hash, time: first.time }
      progress(done + 1, all)
    }
  }

  return { at: () => epoch ?? checkpoint, followTo, finalBlock }
}
