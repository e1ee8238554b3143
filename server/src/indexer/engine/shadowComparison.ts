/** The comparison of the second set of tables with the contracts, before it serves. */
import type { Address } from 'viem'
import type { Logger } from 'pino'
import { connect, type Sql } from '../../platform/database/connection.ts'
import { TIME_LIMITS } from '../../platform/database/timeLimits.ts'
import { accountsOf, namesOf, writeChecksum, type CompareContracts } from './checksum.ts'
import { ContractsDifferError } from './reproduced.ts'
import type { ShadowTables } from './shadowTables.ts'

type Options = {
  databaseUrl: string
  compare: CompareContracts | null
  log: Logger
  signal: AbortSignal
}

export class ShadowComparison {
  readonly #options: Options
  readonly #shadow: Pick<ShadowTables, 'rename' | 'drop'>
  /** the accounts of the previous comparison, if that comparison found differences */
  #suspected: Address[] | null = null

  constructor(options: Options, shadow: Pick<ShadowTables, 'rename' | 'drop'>) {
    this.#options = options
    this.#shadow = shadow
  }

  /**
   * @param plain drops the second set if it is wrong
   * @returns false if the second set differs and must be compared again once it has more blocks
   * @throws ContractsDifferError for a difference at two blocks; NodeFaultError if nodes do not answer
   */
  async passes(plain: Sql): Promise<boolean> {
    const { databaseUrl, compare, log, signal } = this.#options
    if (compare === null) return true
    const { rename } = this.#shadow
    const sql = connect(databaseUrl, {
      name: 'galx reindex checksum',
      max: 1,
      limits: TIME_LIMITS.aggregate,
      rename,
    })
    try {
      const compared = await compare(sql, {
        thorough: true,
        also: this.#suspected ?? [],
        since: null,
        signal,
      })
      if (compared === null) return false
      const { block, differences } = compared
      if (differences.length === 0) {
        this.#suspected = null
        return await writeChecksum(sql, compared)
      }
      for (const difference of namesOf(differences))
        log.error({ block, difference }, 'the second set differs from a contract')
      if (this.#suspected === null) {
        this.#suspected = accountsOf(differences)
        return false
      }
    } finally {
      await sql.end({ timeout: 1 })
    }
    await this.#shadow.drop(plain)
    throw new ContractsDifferError(
      'the second set of tables differs from the contracts, and is dropped; the old tables stay in use. The log names each difference. ' +
        'A node leaves logs out or changes them: name other nodes in RPC_URL, then run "reindex" again',
    )
  }
}
