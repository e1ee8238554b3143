/** The worlds of the golden vectors, each with a text that says what the vector shows. vectors.test.ts has the resulting figures, worked out by hand. */
import { NOBODY, randomWorld } from './randomWorld.ts'
import type { RawWorld } from './rawWorld.ts'
import {
  ANN,
  BOB,
  BTC_POOL,
  CID,
  DAN,
  EVE,
  FAY,
  GALX_POOL,
  GUS,
  PAIR_POOL,
  programId,
  SAFE,
  Story,
  storyRuleset,
} from './story.ts'

const [BTC, PROMOTION] = [programId('btc'), programId('promotion')]
/** The number of the vault's shares that are worth a wei of GALX at the first price. */
const SHARES = 10n ** 12n

export const STORIES: readonly { shows: string; world: RawWorld }[] = [
  {
    shows:
      'How an account gets its inviter. An account that names itself or a descendant is not bound and stays free. A gift names no inviter. The first valid name stands. From the second of the binding on, the whole weight counts.',
    world: new Story('binding', [storyRuleset(['btc'])])
      .at(0)
      .stake(ANN, { amount: 100n, inviter: ANN })
      .stake(BOB, { amount: 100n, inviter: ANN })
      .stake(ANN, { amount: 100n, inviter: BOB })
      .stake(CID, { amount: 100n })
      .stake(DAN, { amount: 50n })
      .stake(EVE, { amount: 10n })
      .stake(FAY, { amount: 50n, inviter: EVE })
      .at(30)
      .stake(CID, { amount: 100n, inviter: ANN })
      .at(45)
      .nameInviter(DAN, ANN)
      .at(50)
      .nameInviter(BOB, EVE)
      .nameInviter(ANN, DAN)
      .at(60)
      .world(),
  },
  {
    shows:
      'At each moment the direct members together count up to five times the inviter’s own weight. An inviter without an own stake earns nothing. Amounts lost by rounding are never granted, not even later.',
    world: new Story('cap', [storyRuleset(['btc'])])
      .at(0)
      .stake(ANN, { amount: 10n })
      .stake(BOB, { amount: 100n, inviter: ANN })
      .stake(CID, { amount: 25n })
      .stake(DAN, { amount: 250n, inviter: CID })
      .stake(FAY, { amount: 1_000n, inviter: EVE })
      .at(20)
      .stake(ANN, { amount: 20n })
      .at(60)
      .at(125)
      .world(),
  },
  {
    shows:
      'The program of two pools adds an account’s weights in both pools before it applies the cap. A third pool does not count for this program.',
    world: new Story('two-pools', [storyRuleset(['galx', 'btc'])])
      .at(0)
      .stake(ANN, { pool: GALX_POOL, amount: 10n })
      .stake(BOB, { pool: GALX_POOL, amount: 40n, inviter: ANN })
      .stake(BOB, { pool: PAIR_POOL, amount: 20n, multiplier: 15_000n })
      .stake(CID, { pool: PAIR_POOL, amount: 6n })
      .stake(DAN, { pool: GALX_POOL, amount: 25n, inviter: CID })
      .stake(DAN, { pool: BTC_POOL, amount: 9n })
      .at(60)
      .world(),
  },
  {
    shows:
      'The vault’s shares are followed through every transfer: a mint, a burn, a transfer to the sender itself, and transfers to and from a contract. A contract is an account like any other, and can be a member.',
    world: new Story('vault-shares', [storyRuleset(['zn', 'node'])])
      .at(-5)
      .shares(NOBODY, ANN, 100n * SHARES)
      .nameInviter(BOB, ANN)
      .shares(NOBODY, BOB, 60n * SHARES)
      .pass(1n, NOBODY, ANN)
      .at(10)
      .shares(BOB, BOB, 60n * SHARES)
      .shares(BOB, SAFE, 40n * SHARES)
      .at(20)
      .nameInviter(SAFE, ANN)
      .at(30)
      .shares(SAFE, BOB, 10n * SHARES + 1n)
      .at(40)
      .shares(BOB, NOBODY, 30n * SHARES)
      .at(61)
      .world(),
  },
  {
    shows:
      'No time passes between events of the same second, in one block or in several blocks, so nothing is earned between them. Only the state after the last event counts from then on.',
    world: new Story('one-second', [storyRuleset(['btc', 'node'])])
      .at(-1)
      .stake(ANN, { amount: 10n })
      .stake(BOB, { amount: 10n, inviter: ANN })
      .at(20)
      .stake(BOB, { amount: 1_000_000n })
      .pass(1n, NOBODY, ANN)
      .unstake(BOB, 1n, 1_000_000n)
      .at(20)
      .stake(BOB, { amount: 7n })
      .startUnbonding(1n)
      .at(20)
      .unstake(BOB, 2n, 4n)
      .at(21)
      .cancelUnbonding(1n)
      .at(22)
      .startUnbonding(1n)
      .at(60)
      .world(),
  },
  {
    shows:
      'Epochs without a block are closed, too, and weights earn points in them. Such an epoch has no first and no last block. EpochLog gets the last block before the epoch’s end.',
    world: new Story('no-block', [storyRuleset(['btc'])])
      .at(-2)
      .stake(ANN, { amount: 10n })
      .stake(BOB, { amount: 10n, inviter: ANN })
      .at(70)
      .stake(BOB, { amount: 1n })
      .at(250)
      .world(),
  },
  {
    shows:
      'An event in the second at which an epoch ends belongs to the next epoch. The vector has a stake, an unstake, a funding and a claim in that second.',
    world: new Story('boundary', [storyRuleset(['btc'])], 1_500n)
      .at(0)
      .stake(ANN, { amount: 10n })
      .at(59)
      .stake(BOB, { amount: 20n, inviter: ANN })
      .at(60)
      .claim(BTC, ANN, 1_000n)
      .unstake(BOB, 0n, 15n)
      .fund(BTC, 200n)
      .at(120)
      .fund(BTC, 5_000n)
      .stake(CID, { amount: 1n })
      .stake(DAN, { amount: 5n, inviter: CID })
      .at(180)
      .world(),
  },
  {
    shows:
      'Funding that comes late. Nothing vests for earlier epochs, not even later. A remainder below a budget vests as a whole. At most one budget vests in an epoch.',
    world: new Story('late-funding', [storyRuleset(['btc'])], 0n)
      .at(0)
      .stake(ANN, { amount: 10n })
      .stake(BOB, { amount: 10n, inviter: ANN })
      .at(130)
      .fund(BTC, 300n)
      .at(190)
      .fund(BTC, 2_500n)
      .at(420)
      .world(),
  },
  {
    shows:
      'A thief signs with both stolen keys. The amount drawn beyond all grants is subtracted from the grants of later epochs until it is recovered. No earlier grant falls.',
    world: new Story('stolen-signer', [storyRuleset(['btc'])], 10_000n)
      .at(0)
      .stake(ANN, { amount: 10n })
      .stake(BOB, { amount: 10n, inviter: ANN })
      .at(70)
      .claim(BTC, GUS, 1_000n)
      .at(130)
      .claim(BTC, GUS, 500n)
      .claim(BTC, ANN, 200n)
      .at(200)
      .stake(GUS, { amount: 10n })
      .stake(DAN, { amount: 30n, inviter: GUS })
      .at(360)
      .world(),
  },
  {
    shows:
      'An account’s power counts only for its nearest ancestor with a live pass. The vector has several passes in one line, a pass that is unbonding, a transferred pass and a burned pass.',
    world: new Story('node-line', [storyRuleset(['node'])])
      .at(-9)
      .stake(ANN, { amount: 2n })
      .stake(BOB, { amount: 4n, inviter: ANN })
      .stake(CID, { amount: 6n, inviter: BOB })
      .stake(DAN, { pool: GALX_POOL, amount: 5n, inviter: CID })
      .shares(NOBODY, DAN, 3n * SHARES + 1n)
      .stake(DAN, { pool: PAIR_POOL, amount: 77n })
      .pass(1n, NOBODY, ANN)
      .at(10)
      .pass(2n, NOBODY, CID)
      .pass(3n, NOBODY, CID)
      .at(20)
      .startUnbonding(2n)
      .at(30)
      .startUnbonding(3n)
      .at(40)
      .pass(2n, CID, BOB)
      .cancelUnbonding(2n)
      .at(50)
      .startUnbonding(1n)
      .at(60)
      .startUnbonding(2n)
      .at(80)
      .cancelUnbonding(1n)
      .pass(2n, BOB, NOBODY)
      .at(120)
      .world(),
  },
  {
    shows:
      'Fifty passes in one line bring no more than one pass. Each account’s power counts once, however many ancestors hold passes.',
    world: fiftyPasses(),
  },
  {
    shows:
      'The promotion’s ladder. While a member is qualified, the inviter’s entitlement grows by a ninetieth of the ladder’s amount at each epoch’s end, up to that amount. A position qualifies once it has been open for seven epochs.',
    world: new Story('promotion-ladder', [storyRuleset(['promotion'])])
      .at(0)
      .stake(ANN, { amount: 1n })
      .stake(BOB, { amount: 100n, inviter: ANN })
      .stake(CID, { amount: 99n, inviter: ANN })
      .at(1)
      .stake(DAN, { amount: 100n, inviter: EVE })
      .at(102 * 60)
      .world(),
  },
  {
    shows:
      'Members who leave and return. An entitlement never falls, and grows only while members are qualified. A top-up is a separate position. A position that falls below the amount by a withdrawal does not qualify its holder.',
    world: new Story('promotion-moves', [storyRuleset(['promotion'])])
      .at(0)
      .stake(BOB, { amount: 150n, inviter: ANN })
      .stake(CID, { amount: 100n, inviter: ANN })
      .stake(DAN, { amount: 60n, inviter: ANN })
      .stake(DAN, { amount: 60n })
      .at(8 * 60 + 10)
      .unstake(BOB, 0n, 51n)
      .at(10 * 60 + 10)
      .exit(CID, 0n)
      .stake(BOB, { amount: 100n })
      .at(19 * 60)
      .world(),
  },
  {
    shows:
      'The promotion owes more than has vested. The vested amount is shared in proportion to the debts, and the rest stays owed. An amount that one epoch does not grant is available in the next epoch.',
    world: new Story('promotion-owed', [storyRuleset(['promotion'])], 25n)
      .at(0)
      .stake(BOB, { amount: 100n, inviter: ANN })
      .stake(CID, { amount: 100n, inviter: ANN })
      .stake(DAN, { amount: 100n, inviter: EVE })
      .at(9 * 60 + 5)
      .claim(PROMOTION, GUS, 3n)
      .at(10 * 60 + 5)
      .fund(PROMOTION, 40n)
      .at(13 * 60)
      .world(),
  },
  {
    shows:
      'A new ruleset begins with an epoch: it has other coefficients and other pools, and lacks a program. Cumulative bonuses and the states of members continue.',
    world: new Story('ruleset-change', [
      storyRuleset(['btc', 'node', 'promotion']),
      storyRuleset(['node', 'btc'], {
        number: 2,
        firstEpoch: '1002',
        programs: storyRuleset(['node', 'btc']).programs.map((entry) =>
          entry.key === 'btc' ? { ...entry, pools: [`${PAIR_POOL}`] } : entry,
        ),
        power: [{ pool: `${PAIR_POOL}`, coefficient: '20000' }],
        vaultCoefficient: '0',
      }),
    ])
      .at(0)
      .stake(ANN, { amount: 10n })
      .pass(1n, NOBODY, ANN)
      .stake(BOB, { amount: 10n, inviter: ANN })
      .stake(BOB, { pool: PAIR_POOL, amount: 3n })
      .stake(ANN, { pool: PAIR_POOL, amount: 3n })
      .shares(NOBODY, BOB, SHARES)
      .at(240)
      .world(),
  },
  {
    shows: 'Nobody has points, so nothing is granted. The next epoch has no more to grant because of that.',
    world: new Story('no-points', [storyRuleset(['btc', 'zn', 'node', 'promotion'])])
      .at(5)
      .stake(ANN, { amount: 10n })
      .shares(NOBODY, ANN, SHARES)
      .pass(1n, NOBODY, ANN)
      .at(130)
      .stake(BOB, { amount: 1n, inviter: ANN })
      .at(180)
      .world(),
  },
  {
    shows:
      'A boost counts from the second in which it is synced on: in the member’s weight, in the inviter’s cap and in power.',
    world: new Story('boost', [storyRuleset(['btc', 'node'])])
      .at(0)
      .stake(ANN, { amount: 10n })
      .pass(1n, NOBODY, ANN)
      .stake(BOB, { amount: 60n, inviter: ANN })
      .at(15)
      .boost(ANN, 11_000n, 11n)
      .at(45)
      .boost(BOB, 20_000n, 120n)
      .at(60)
      .world(),
  },
  {
    shows:
      'Two programs of one product have the same points, and each program shares its own budget. One program is funded late, and a thief has drawn from the other.',
    world: new Story('one-product', [storyRuleset(['btc', 'mcm'])], 0n)
      .fund(BTC, 1_400n)
      .at(0)
      .stake(ANN, { amount: 10n })
      .stake(BOB, { amount: 20n, inviter: ANN })
      .stake(CID, { amount: 10n })
      .stake(DAN, { amount: 40n, inviter: CID })
      .at(65)
      .fund(programId('mcm'), 700n)
      .claim(BTC, CID, 666n)
      .at(180)
      .world(),
  },
  ...[31, 44, 57].map((seed) => ({
    shows: 'Many events at once, drawn at random.',
    world: randomWorld(seed),
  })),
]

function fiftyPasses(): RawWorld {
  const line = Array.from({ length: 50 }, (_, index) => `0x${(index + 16).toString(16).repeat(20)}` as const)
  const story = new Story('node-fifty', [storyRuleset(['node'])]).at(-3)
  for (const [index, account] of line.entries()) {
    story.stake(account, { amount: 2n, inviter: line[index - 1] ?? NOBODY })
    story.pass(BigInt(index + 1), NOBODY, account)
  }
  // An account outside the line, with one member that has the same power as the whole line below the line's first account.
  story.pass(99n, NOBODY, EVE).stake(FAY, { amount: 98n, inviter: EVE })
  return story.at(60).world()
}
