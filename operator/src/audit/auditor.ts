/** Processes the chain epoch by epoch: reads, closes and compares. */
import type { Address } from 'viem'
import { compareChecksum } from '@galx/protocol/checksum'
import { checksumCall, checksumReads, readFigures } from '@galx/protocol/checksumReads'
import type { Deployment } from '@galx/protocol/deployment'
import { compareEpochFile, type PublishedFiles, type PublishedVoucher } from './compareFiles.ts'
import { compareVouchers, signersOf } from './compareVouchers.ts'
import type { Differ } from './differences.ts'
import { DueVouchers } from './dueVouchers.ts'
import type { BlockName } from './epochBytes.ts'
import { EpochRecord, type KnownStolen } from './epochRecord.ts'
import { AuditError, StateDroppedError } from './events.ts'
import { drawSample, expectedFigures, withoutEmptyPositions, type Draw } from './expected.ts'
import type { ChainSource, FinalHead } from './io/chainSource.ts'
import type { CheckedHeader } from './io/headers.ts'
import { readState, type AuditState } from './io/stateFile.ts'
import { SignedVouchers } from './signedVouchers.ts'
import { World, type ClosedEpoch, type WorldTerms } from './world.ts'

export type AuditorOptions = {
  source: ChainSource
  deployment: Deployment
  terms: WorldTerms
  /** chooses the sample that the contracts are asked about */
  draw: Draw
  stolen: KnownStolen
  /** epoch files and vouchers to compare with */
  files: PublishedFiles | undefined
  differ: Differ
  /** called after each closed epoch, before later logs are applied */
  onClosed(closed: ClosedEpoch, state: AuditState): void
  /** called for each closed epoch of a restored state, after the differences in it */
  onContinued?(closed: Pick<ClosedEpoch, 'epoch' | 'hash'>): void
}

/** Age of a block in seconds after which a newer block is read before the contracts are asked. */
const RECENT = 20

export class Auditor {
  readonly world: World
  readonly record: EpochRecord
  readonly #options: AuditorOptions
  /** the first block whose logs are not applied yet */
  #next: bigint
  /** the lowest block that can be the first block of the open epoch */
  #epochFrom: bigint
  /** closed epochs without a file */
  readonly #withoutFile: bigint[] = []
  readonly #dueVouchers = new DueVouchers()
  readonly #signedVouchers: SignedVouchers
  readonly #rewardVouchers: Address
  #compared = false
  /** time of the final block at the last attempt: the next comparison needs a later final block */
  #tried: bigint | undefined
  /** whether the contracts have differed from the logs */
  contractsDiffer = false
  vouchers = 0
  /** seconds from the newest known final block to the end of the present epoch; 0 or less: the epoch has ended, or no block is known */
  secondsToEnd = 0

  constructor(options: AuditorOptions) {
    this.#options = options
    this.world = new World(options.terms)
    this.record = new EpochRecord(this.world, options.differ, options.stolen)
    this.#signedVouchers = new SignedVouchers(this.world, this.record.signers)
    // The first block that can contain a log.
    this.#next = BigInt(options.deployment.deployBlock)
    this.#epochFrom = this.#next
    this.#rewardVouchers = options.deployment.contracts.RewardVouchers.address as Address
  }

  /**
   * Continues where a saved audit stopped, instead of at the first block. Differences until then are reported again.
   * @throws AuditError if the chain has another block at that height
   */
  async continueFrom(path: string): Promise<void> {
    const last = await readState(path, this)
    const now = await this.#options.source.agreedHeader(last.number)
    if (now.hash !== last.hash)
      throw new AuditError(`${path} ends with block ${last.number} ${last.hash}; the chain has ${now.hash}`)
    this.#options.source.continueFrom(last.number, last.hash)
    this.#next = last.number + 1n
    this.#epochFrom = this.#next
    const { computed, differences } = this.record
    let said = 0
    for (const [epoch, { hash }] of computed) {
      for (; differences[said]?.at === epoch; said++) this.#options.differ(differences[said]!.difference)
      this.#options.onContinued?.({ epoch, hash })
    }
  }

  /**
   * Closes every epoch that has ended, and compares with the contracts. While no epoch has ended, this is one request to each node.
   * @param isWanted whether to apply and compare all final logs even while no epoch has ended
   * @returns whether anything was compared
   * @throws AuditError if the contracts differ from the logs; StateDroppedError if no node can answer before another block is final
   */
  async follow(isWanted = false): Promise<boolean> {
    const final = await this.#options.source.finalTime()
    this.secondsToEnd = Number(this.world.epochEnd - final)
    if (final === this.#tried || (this.#compared && !isWanted && final < this.world.epochEnd)) return false
    try {
      const differences = await this.compareContracts(await this.advance())
      if (differences > 0)
        throw new AuditError(
          'the contracts differ from the logs: logs are missing or wrong, and later results would prove nothing',
        )
    } catch (error) {
      if (error instanceof StateDroppedError) this.#tried = final
      throw error
    }
    this.#tried = final
    this.#compared = true
    return true
  }

  /** Closes every epoch that has ended, and applies all logs up to the newest final block. @returns that block */
  async advance(): Promise<FinalHead> {
    for (;;) {
      const head = await this.#closeEnded()
      await this.#applyUpTo(head.number)
      if (performance.now() - head.askedAt < RECENT * 1_000) return head
    }
  }

  /**
   * Compares the audit's figures, which it computes from logs, with the contracts' answers, and reports each difference.
   * @param head the last block whose logs are applied
   * @returns the number of figures that differ
   */
  async compareContracts(head: FinalHead): Promise<number> {
    const { deployment, draw, source, differ } = this.#options
    const fold = { world: this.world, record: this.record, deployment }
    const sample = drawSample(fold, draw)
    const reads = checksumReads(deployment, sample)
    const answer = await source.viewAt(head, checksumCall(deployment, reads))
    const found = withoutEmptyPositions(readFigures(reads, answer, Number(head.number)))
    const differences = compareChecksum(expectedFigures(fold, sample, head.timestamp), found)
    for (const { contract, account, figure, ...values } of differences)
      differ({
        epoch: null,
        program: null,
        account,
        what: `${figure} in ${contract} at block ${head.number}`,
        found: values.found,
        computed: values.expected,
      })
    this.contractsDiffer ||= differences.length > 0
    return differences.length
  }

  async #closeEnded(): Promise<FinalHead> {
    const { source } = this.#options
    for (;;) {
      // Requested again after the files are read, so that everything drawn or published before the files were written is final.
      const head = await source.finalized()
      if (head.timestamp < this.world.epochEnd) return head
      while (head.timestamp >= this.world.epochEnd) {
        const behind = await source.firstBlockAt(this.world.epochEnd, this.#next, head)
        const first = await source.firstBlockAt(this.world.epochStart, this.#epochFrom, behind)
        await this.#applyUpTo(behind.number - 1n)
        await this.#close(first, behind)
        this.#epochFrom = behind.number
      }
    }
  }

  /** Reports missing epochs, vouchers and files. @param head the last block whose logs are applied */
  async finish(head: CheckedHeader): Promise<void> {
    this.record.finish()
    this.#dueVouchers.finish(this.world, (epoch) => this.record.published.has(epoch), this.#options.differ)
    this.#signedVouchers.compareSigners(this.#options.differ)
    await this.#compareRenewals(head.timestamp)
    for (const epoch of this.#withoutFile)
      if (this.record.published.has(epoch))
        this.#options.differ({
          epoch,
          program: null,
          account: null,
          what: 'epoch file',
          found: 'missing',
          computed: this.record.computed.get(epoch)!.hash,
        })
  }

  /** @param now unix seconds */
  async #compareRenewals(now: bigint): Promise<void> {
    const { differ, files } = this.#options
    const overdue = () => this.#signedVouchers.overdue(now, (epoch) => this.record.published.has(epoch))
    const wanted = new Map(
      overdue().map(({ voucher }) => [`${voucher.program} ${voucher.account}`, voucher.id]),
    )
    const from = this.#signedVouchers.signedUpTo
    // During the first reading, a voucher may have been signed again and have moved into a file that was already read.
    for (let epoch = from; wanted.size > 0 && epoch !== undefined && epoch < this.world.epoch; epoch++)
      for (const voucher of (await files!.vouchers!(epoch)) ?? []) {
        const id = wanted.get(`${voucher.program} ${voucher.account}`)
        if (id === undefined) continue
        const place = { world: this.world, rewardVouchers: this.#rewardVouchers }
        const { signer, coSigner } = await signersOf(voucher, id, place)
        if (signer === null || coSigner === null) continue
        const signers = { signer, coSigner, nonce: voucher.signersNonce }
        this.#signedVouchers.addRenewal({ ...voucher, epoch, id, signers })
      }
    for (const { difference } of overdue()) differ(difference)
  }

  async #applyUpTo(block: bigint): Promise<void> {
    for await (const { end, events } of this.#options.source.events(this.#next, block)) {
      for (const event of events) this.record.apply(event)
      // Each range is applied once, even if the next range cannot be read now and is requested again.
      this.#next = end + 1n
    }
  }

  /**
   * @param first the lowest block at or after the epoch's start
   * @param behind the lowest block at or after the epoch's end
   */
  async #close(first: CheckedHeader, behind: CheckedHeader): Promise<void> {
    const { files, differ, onClosed } = this.#options
    // The parent of `behind` is the epoch's last block.
    const last = { number: behind.number - 1n, hash: behind.parentHash }
    const within = first.number < behind.number
    const closed = this.world.close({
      first: within ? nameOf(first) : null,
      last: within ? last : null,
    })
    this.record.computed.set(closed.epoch, { hash: closed.hash, blockNumber: last.number })
    if (files) {
      if (!(await compareEpochFile(files, closed, differ))) this.#withoutFile.push(closed.epoch)
      if (files.vouchers) await this.#compareVouchers(closed, await files.vouchers(closed.epoch))
    }
    onClosed(closed, { world: this.world, record: this.record, last })
  }

  /** @param vouchers null: there is no file of vouchers */
  async #compareVouchers(closed: ClosedEpoch, vouchers: PublishedVoucher[] | null): Promise<void> {
    const place = { world: this.world, rewardVouchers: this.#rewardVouchers }
    const signed = await compareVouchers(vouchers ?? [], closed, place, this.#options.differ)
    this.#signedVouchers.close(closed.epoch, vouchers && signed)
    this.#dueVouchers.close(closed, this.world, vouchers)
    this.vouchers += vouchers?.length ?? 0
  }
}

function nameOf({ number, hash }: CheckedHeader): BlockName {
  return { number, hash }
}
