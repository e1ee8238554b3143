/**
 * Every column of the database, with the place where a changed value is found, or the reason why nobody checks it. A column that is
 * missing in this list fails the test that reads the list.
 */
import type { Hex } from 'viem'
import {
  ANN,
  BOB,
  CID,
  DAN,
  EVE,
  FAY,
  GUS,
  programId,
  SAFE,
} from '../../../packages/protocol/test/rewards/story.ts'
import { CHANGED_AT, LAST } from './tamperedStory.ts'

/** The observer that finds the change */
export type Finder =
  /** the next closing computes a header that differs from the second engine's header: no verdict has its hash, and nothing is published or signed */
  | 'next closing'
  /** the indexer, or the closing itself, refuses to continue */
  | 'indexer'
  /** `operator audit`, in the served files and vouchers */
  | 'audit'
  /** the signer, before it signs */
  | 'signer'
  /** `operator audit`, in the data that the publisher would write to EpochLog */
  | 'publication'
  /** the alert GalxEnginesDiffer */
  | 'alert'

export type Tampering = {
  /** before the last epoch is closed, or after */
  when: 'before the closing' | 'after the closing'
  /** selects the one changed row */
  where: string
  /** the new value of the column; null: a number plus one, bytes with another last byte, the opposite boolean */
  to: string | null
  /** all observers that find it, and their messages */
  found: Partial<Record<Finder, RegExp>>
}

function before(where: string, found: Tampering['found'], to: string | null = null): Tampering {
  return { when: 'before the closing', where, to, found }
}
function after(where: string, found: Tampering['found'], to: string | null = null): Tampering {
  return { when: 'after the closing', where, to, found }
}

function idOf(account: Hex): string {
  return `(select id from galx.accounts where address = '\\x${account.slice(2)}')`
}
function ofAccount(account: Hex, more = 'true'): string {
  return `account_id = ${idOf(account)} and ${more}`
}
function ofProgram(key: Parameters<typeof programId>[0]): string {
  return `program = ${programId(key)}`
}
const BTC = `program_key = 'btc'`
const AT_CHANGE = `at = ${60_000 + CHANGED_AT}`
const ROW = `epoch = ${LAST} and ${BTC} and ${ofAccount(ANN)}`

const points = /epoch 1010, program btc, account 0x/
const node = /epoch 1010, program node, account 0x/
const promotion = /epoch 1010, program promotion, account 0x/
const vault = /epoch 1010, program zn, account 0x/
const neverOpened = /withdraw from a position that was never opened/
const sum = /the bonuses of the program \w+ add up to \d+ wei by account and to \d+ wei by epoch/

const refusedRow = /the rows of part a1 of epoch 1010 do not match its header$/

export const TAMPERED: Readonly<Record<string, Tampering>> = {
  'applied_ruleset.hash': before('true', { indexer: /the ruleset .* computed points and hash power/ }),
  'accounts.id': before(`address = '\\x${FAY.slice(2)}'`, { indexer: neverOpened }, '1000'),
  'accounts.address': before(`id = ${idOf(FAY)}`, { indexer: neverOpened }),
  'accounts.inviter_id': before(`id = ${idOf(BOB)}`, { 'next closing': points }, idOf(EVE)),
  'accounts.bound_at': before(`id = ${idOf(SAFE)}`, { 'next closing': node }),
  'accounts.bound_block': before(
    `id = ${idOf(BOB)}`,
    { 'next closing': promotion },
    '(select number from galx.cursor)',
  ),
  'accounts.direct_count': before(`id = ${idOf(EVE)}`, { 'next closing': points }, '0'),
  'activity.block_number': before(
    ofAccount(DAN, `kind = 'unstake'`),
    { 'next closing': promotion },
    'block_number - 1',
  ),
  'activity.account_id': before(ofAccount(DAN, `kind = 'unstake'`), { 'next closing': promotion }),
  'activity.kind': before(ofAccount(DAN, `kind = 'unstake'`), { 'next closing': promotion }, `'stake'`),
  'bonus_totals.account_id': before(
    ofAccount(EVE, `program_key = 'promotion'`),
    { 'next closing': promotion },
    idOf(BOB),
  ),
  'bonus_totals.program_key': before(
    ofAccount(ANN, `program_key = 'zn'`),
    { indexer: /the program node owes or has paid \d+ wei, but only \d+ wei have vested/ },
    `'node'`,
  ),
  'bonus_totals.cumulative': before(`program_key = 'node'`, { indexer: sum }),
  'bonus_totals.epoch': after(
    ofAccount(ANN, BTC),
    { signer: /^the voucher of 0xa1\w+ in btc is not signed/ },
    'epoch - 1',
  ),
  'cursor.number': before('true', { 'next closing': points }),
  'cursor.timestamp': before(
    'true',
    { 'next closing': /line of the header: is first 104 / },
    'timestamp - 60',
  ),
  'cursor.epoch_first_block': before('true', { 'next closing': /line of the header: is first 104 / }),
  'cursor.epoch_first_hash': before('true', { 'next closing': /line of the header: is first 103 / }),
  'engine_verdicts.engine': after(
    `epoch = ${LAST}`,
    { signer: /^the second engine has given no verdict on epoch 1010$/ },
    `'other'`,
  ),
  'engine_verdicts.epoch': after(`epoch = ${LAST}`, {
    signer: /^the second engine has given no verdict on epoch 1010$/,
  }),
  'engine_verdicts.hash': after(`epoch = ${LAST}`, {
    signer: /^the indexer computed the hash 0x\w+ for epoch 1010, but the second engine computed 0x\w+$/,
    alert: /^1 /,
  }),
  'epoch_programs.epoch': before(`epoch = ${LAST - 1} and program_key = 'zn'`, { indexer: sum }),
  'epoch_programs.program_key': before(
    `epoch = ${LAST - 1} and program_key = 'zn'`,
    { indexer: sum },
    `'galx'`,
  ),
  'epoch_programs.cumulative': before(`epoch = ${LAST - 1} and ${BTC}`, { indexer: sum }),
  'epoch_rows.epoch': after(ROW, {
    audit: /epoch 1010, program btc, account 0xa1\w+, row of part a1: is missing/,
    signer: refusedRow,
  }),
  'epoch_rows.account_id': after(ROW, { audit: points, signer: refusedRow }, idOf(BOB)),
  'epoch_rows.program_key': after(
    `epoch = ${LAST} and ${BTC} and ${ofAccount(EVE)}`,
    { audit: points, signer: /the rows of part e1 of epoch 1010 do not match its header/ },
    `'zn'`,
  ),
  'epoch_rows.points': after(ROW, { audit: points, signer: refusedRow }),
  'epoch_rows.bonus': after(ROW, { audit: points, signer: refusedRow }),
  'epoch_rows.cumulative': after(ROW, { audit: points, signer: refusedRow }),
  'epoch_rows.part': after(ROW, { audit: points, signer: refusedRow }),
  'epochs.epoch': after(`epoch = ${LAST}`, {
    audit: /^epoch 1010 has no file$/,
    signer: /^epoch 1010 is not closed$/,
  }),
  // The signer would need a later block before it checks the epoch at all.
  'epochs.block_number': after(
    `epoch = ${LAST}`,
    { publication: /^wrong: epoch 1010, block in EpochLog: is 103, computed 104$/ },
    'block_number - 1',
  ),
  'epochs.header': after(
    `epoch = ${LAST}`,
    {
      audit: /epoch 1010, program zn, line of the header/,
      signer: /^the header of epoch 1010 does not have the hash/,
    },
    `convert_to(replace(convert_from(header, 'UTF8'), ' 500 ', ' 501 '), 'UTF8')`,
  ),
  'epochs.hash': after(`epoch = ${LAST}`, {
    signer: /^the indexer computed the hash 0x\w+ for epoch 1010, but the second engine computed 0x\w+$/,
    publication: /hash in EpochLog/,
    alert: /^1 /,
  }),
  'logged_rulesets.place': before(
    'place = 0',
    { indexer: /EpochLog has the ruleset 0x\w+ for epoch 1010/ },
    '7',
  ),
  'logged_rulesets.hash': before('place = 1', { indexer: /EpochLog has the ruleset 0x\w+ for epoch 1010/ }),
  'logged_rulesets.first_epoch': before(
    'place = 2',
    { indexer: /EpochLog has the ruleset 0x\w+ for epoch 1011/ },
    'first_epoch - 1',
  ),
  'pass_changes.block_number': before(
    `pass_id = 2 and holder_id = ${idOf(ANN)}`,
    { 'next closing': node },
    'block_number - 1',
  ),
  'pass_changes.log_index': before(
    `pass_id = 2 and holder_id = ${idOf(EVE)}`,
    { 'next closing': node },
    'log_index + 100',
  ),
  'pass_changes.pass_id': before(`pass_id = 2 and holder_id = ${idOf(ANN)}`, { 'next closing': node }),
  'pass_changes.at': before(`pass_id = 2 and holder_id = ${idOf(ANN)}`, { 'next closing': node }),
  'pass_changes.holder_id': before(
    `pass_id = 2 and holder_id = ${idOf(ANN)}`,
    { 'next closing': node },
    idOf(BOB),
  ),
  'pass_changes.live': before(`pass_id = 2 and holder_id = ${idOf(ANN)}`, { 'next closing': node }),
  'passes.id': before('id = 1', { indexer: /pass 1/ }, '1000'),
  'passes.holder_id': before('id = 2', { 'next closing': node }, idOf(BOB)),
  'passes.unbonding_until': before('id = 2', { 'next closing': node }),
  'points.account_id': before(ofAccount(EVE, BTC), { 'next closing': points }, idOf(CID)),
  'points.program_key': before(ofAccount(EVE, BTC), { 'next closing': points }, `'zn'`),
  'points.members': before(ofAccount(ANN, BTC), { 'next closing': points }),
  'points.own': before(ofAccount(EVE, BTC), { 'next closing': points }),
  'points.points': before(ofAccount(EVE, BTC), { 'next closing': points }),
  'points.at': before(ofAccount(EVE, BTC), { 'next closing': points }),
  'pool_accounts.account_id': before(ofAccount(BOB), { 'next closing': points }, idOf(GUS)),
  'pool_accounts.pool_id': before(ofAccount(BOB), { 'next closing': points }),
  'pool_accounts.weight': before(ofAccount(BOB), { 'next closing': points }),
  'pools.id': before('true', { indexer: neverOpened }),
  'pools.pool': before('true', { indexer: /names the unknown pool/ }),
  'positions.account_id': before(ofAccount(FAY), { indexer: neverOpened }, idOf(GUS)),
  'positions.pool_id': before(ofAccount(FAY), { indexer: neverOpened }),
  'positions.position': before(ofAccount(FAY), { indexer: neverOpened }),
  'positions.amount': before(ofAccount(CID), { 'next closing': promotion }),
  'positions.opened_at': before(ofAccount(FAY), { 'next closing': promotion }, 'opened_at + 600'),
  'promotions.account_id': before(ofAccount(EVE), { 'next closing': promotion }, idOf(BOB)),
  'promotions.qualified': before(ofAccount(EVE), { 'next closing': promotion }, 'qualified - 1'),
  'promotions.entitled': before(ofAccount(ANN), { 'next closing': promotion }),
  'published_epochs.hash': after(`epoch = ${LAST}`, { alert: /^1 / }),
  'qualified_members.account_id': before(ofAccount(DAN), { 'next closing': promotion }, idOf(GUS)),
  'vault_accounts.account_id': before(ofAccount(GUS), { 'next closing': vault }, idOf(SAFE)),
  'vault_accounts.shares': before(ofAccount(GUS), { 'next closing': vault }),
  'voucher_draws.account_id': before(ofAccount(GUS), { 'next closing': points }, idOf(ANN)),
  'voucher_draws.program': before(ofAccount(GUS), { 'next closing': points }),
  'voucher_draws.drawn': before(ofAccount(GUS), { 'next closing': points }),
  'voucher_programs.program': before(ofProgram('zn'), { 'next closing': vault }),
  'voucher_programs.budget_per_epoch': before(ofProgram('node'), { 'next closing': node }),
  'voucher_programs.funded': before(ofProgram('promotion'), {
    'next closing': /program promotion, line of the header/,
  }),
  'voucher_programs.unvested': before(ofProgram('zn'), { 'next closing': vault }, 'unvested - 1'),
  'voucher_programs.settled_epoch': before(ofProgram('zn'), { 'next closing': vault }),
  'vouchers.program_key': after(
    'true',
    { audit: /amount of the voucher/, signer: /is not signed|than an earlier voucher/ },
    `'node'`,
  ),
  'vouchers.account': after('true', { audit: /amount of the voucher/, signer: /than an earlier voucher/ }),
  'vouchers.cumulative': after('true', {
    audit: /epoch 1010, program btc, account 0xa1\w+, amount of the voucher/,
    signer: /than an earlier voucher/,
  }),
  'vouchers.deadline': after('true', {
    audit: /epoch 1010, program btc, account 0xa1\w+, deadline of the voucher/,
  }),
  'vouchers.signature': after('true', {
    audit: /epoch 1010, program btc, account 0xa1\w+, signer of the voucher/,
  }),
  'vouchers.co_signature': after('true', {
    audit: /epoch 1010, program btc, account 0xa1\w+, co-signer of the voucher/,
  }),
  'vouchers.epoch': after(
    'true',
    { audit: /epoch 1009, program btc, account 0xa1\w+, deadline of the voucher/ },
    'epoch - 1',
  ),
  'weight_changes.block_number': before(
    ofAccount(FAY, 'weight = 510'),
    { 'next closing': node },
    'block_number - 1',
  ),
  'weight_changes.log_index': before(
    ofAccount(FAY, 'weight = 505'),
    { 'next closing': node },
    'log_index + 100',
  ),
  'weight_changes.account_id': before(ofAccount(FAY, 'weight = 510'), { 'next closing': node }, idOf(BOB)),
  'weight_changes.pool_id': before(ofAccount(FAY, 'weight = 510'), { 'next closing': node }),
  'weight_changes.at': before(ofAccount(DAN, `${AT_CHANGE} and pool_id is not null`), {
    'next closing': node,
  }),
  'weight_changes.weight': before(ofAccount(FAY, 'weight = 510'), { 'next closing': node }),
}

/** Sums that are updated later, and only shown: no bonus depends on them. `where` and `to` as above. */
export const ONLY_SHOWN: Readonly<Record<string, Pick<Tampering, 'where' | 'to'>>> = {
  'account_totals.account_id': { where: ofAccount(SAFE), to: '1000' },
  'account_totals.own_power': { where: ofAccount(SAFE), to: null },
  'account_totals.team_power': { where: ofAccount(EVE), to: null },
  'team_changes.block_number': { where: ofAccount(FAY), to: null },
  'team_changes.account_id': { where: ofAccount(FAY), to: '1000' },
  'team_changes.power': { where: ofAccount(FAY), to: null },
  'team_changes.bound': { where: ofAccount(FAY), to: null },
  'totals_standing.block_number': { where: 'true', to: null },
}

const SHOWN = 'only shown; no bonus depends on it'
const UNREAD = 'nothing reads it'
const FIXED = 'the table has one row and refuses another value'

/** Columns of the same tables that nobody needs to check, with the reason. */
export const NOT_TAMPERED: Readonly<Record<string, string>> = {
  'account_totals.inviter_id': SHOWN,
  'account_totals.team_count': SHOWN,
  'applied_ruleset.only_row': FIXED,
  'accounts.registered_at': SHOWN,
  'accounts.invite_code': SHOWN,
  'accounts.pending_inviter_id': 'an invitation without a confirming stake: it binds nobody',
  'accounts.pending_at': 'an invitation without a confirming stake: it binds nobody',
  'accounts.team_count': `${UNREAD} since galx.account_totals has it`,
  'accounts.own_power': `${UNREAD} since galx.account_totals has it`,
  'accounts.team_power': `${UNREAD} since galx.account_totals has it`,
  'activity.log_index': SHOWN,
  'activity.pool_id': SHOWN,
  'activity.position': SHOWN,
  'activity.amount': SHOWN,
  'activity.pair_amount': SHOWN,
  'activity.penalty': SHOWN,
  'activity.tx_hash': SHOWN,
  'activity.at': SHOWN,
  'activity.reward': SHOWN,
  'activity.contract': SHOWN,
  'activity.subject': SHOWN,
  'cursor.only_row': FIXED,
  'cursor.hash':
    'it is the parent of the next block, or indexing halts: faults.test.ts, "a finalised block whose parent is not the stored one halts indexing"',
  'cursor.genesis_hash': 'the indexer refuses a chain with another first block',
  'cursor.staking_pools': UNREAD,
  'engine_verdicts.at': SHOWN,
  'epoch_programs.grantable': `${UNREAD}: the API takes an epoch's figures from its header`,
  'epoch_programs.points': `${UNREAD}: the API takes an epoch's figures from its header`,
  'epoch_programs.bonuses': `${UNREAD}: the API takes an epoch's figures from its header`,
  'epoch_programs.accounts': `${UNREAD}: the API takes an epoch's figures from its header`,
  'epochs.ruleset': `${UNREAD}: the API takes an epoch's figures from its header`,
  'epochs.first_block':
    'the beginning of the shown calculation; the browser compares its points with the row',
  'epochs.last_block': 'the end of the shown calculation; the browser compares its points with the row',
  'epochs.first_hash': UNREAD,
  'epochs.last_hash': UNREAD,
  'epochs.closed_at': UNREAD,
  'passes.name': SHOWN,
  'passes.minted_at': SHOWN,
  'pools.stake_token': SHOWN,
  'pools.pair_token': SHOWN,
  'pools.reward_token': SHOWN,
  'pools.boost_source': SHOWN,
  'pools.pair_ratio': SHOWN,
  'pools.reward_duration': SHOWN,
  'pools.tiers': SHOWN,
  'pools.staking_paused': SHOWN,
  'pools.created_block': SHOWN,
  'pools.created_at': SHOWN,
  'pools.staking_paused_until': SHOWN,
  'positions.pair_amount': SHOWN,
  'positions.tier': SHOWN,
  'positions.unlock_at': SHOWN,
  'positions.opened_block': SHOWN,
  'positions.opened_tx': SHOWN,
  'positions.closed_at':
    'the table refuses it if the position is not empty, and refuses null if it is; the time itself is only shown',
  'promotions.highest': 'it counts after ninety epochs: a separate test, below',
  'published_epochs.epoch':
    'the signer asks the chain for the final hashes of EpochLog, and writes the row again',
  'published_epochs.block_number': UNREAD,
  'published_epochs.tx_hash': SHOWN,
  'published_epochs.published_at': SHOWN,
  'published_epochs.signed_at':
    'an epoch that only seems to be signed has no vouchers: operator/test/audit/vouchers.test.ts, "a grant without a voucher is named with its epoch"',
  'team_changes.timestamp': SHOWN,
  'totals_standing.only_row': FIXED,
  'totals_standing.timestamp': SHOWN,
  'vault_accounts.paid_in': SHOWN,
  'vault_accounts.taken_out': SHOWN,
  'vouchers.signers_nonce':
    'a voucher whose nonce differs from the current nonce is signed again: server/test/signer/signer.test.ts, "signs unpaid vouchers again before they expire, and when the signer has changed"',
  'weight_changes.per_weight': SHOWN,
}

const OTHERS_WORK = 'no bonus depends on it'

/** Whole tables. */
export const NOT_OF_BONUSES: Readonly<Record<string, string>> = {
  announcements: OTHERS_WORK,
  checksum:
    'without a comparison after the end of an epoch nothing of the epoch is signed; with a comparison, both engines are still asked',
  epoch_hashes: UNREAD,
  fund_flows: OTHERS_WORK,
  fund_totals: OTHERS_WORK,
  fundings: OTHERS_WORK,
  history_lengths: OTHERS_WORK,
  history_standing: OTHERS_WORK,
  indexer_halt:
    'while it has a row nothing is indexed or signed; without a row, the contradiction is found again',
  indexer_sources: 'names the decoder that wrote the tables',
  levels: OTHERS_WORK,
  migrations: 'describes the schema',
  node_limits: 'limits the requests to nodes',
  nonces: OTHERS_WORK,
  open_reports: OTHERS_WORK,
  pending_counts: OTHERS_WORK,
  pool_accruals: OTHERS_WORK,
  price_periods: OTHERS_WORK,
  rank_boards: OTHERS_WORK,
  rank_chunks: OTHERS_WORK,
  report_worker: OTHERS_WORK,
  reports: OTHERS_WORK,
  sessions: OTHERS_WORK,
  signer_standing: 'gives the reason for late bonuses in words',
  timelock_calls: OTHERS_WORK,
  timelock_operations: OTHERS_WORK,
  unconfirmed_ranges:
    'while it has a row nothing of the time is signed; without a row, the engines must still agree',
  vault_hours: OTHERS_WORK,
}
