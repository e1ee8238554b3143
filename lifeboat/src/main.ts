/** The page: the wallet or offline signer, the account's holdings, and a button for each withdrawal. */
import type { LifeboatDeployment } from '@galx/protocol/lifeboat'
import { POOL_NAMES, PROGRAM_NAMES } from '@galx/protocol/names'
import type { SignedVoucher } from '@galx/protocol/voucher'
import { element } from './element.ts'
import { amountText, shortAddress, timeText } from './format.ts'
import { readHoldings, type Holdings, type Pool, type Position } from './holdings.ts'
import type { Provider } from './node.ts'
import { openReview } from './review.ts'
import { InputError, findWallets, openNode, openWallet, wordsOf, type Session } from './session.ts'
import { TEXTS, type Language } from './texts.ts'
import { bestOf, readVoucherFile, VoucherFileError } from './voucherFile.ts'
import type { Way } from './ways.ts'

/** The lowest position number of a gift (IStakingPools.positionsOf). */
const FIRST_GIFT = 2n ** 32n

const deployment = JSON.parse(
  document.getElementById('deployment')!.textContent ?? 'null',
) as LifeboatDeployment | null
const app = document.getElementById('app')!

const state = {
  language: (navigator.language.startsWith('zh') ? 'zh_CN' : 'en_US') as Language,
  kind: 'wallet' as Session['kind'],
  nodeUrl: '',
  account: '',
  busy: false,
  /** the latest pressed wallet, or the form of the offline signer */
  opener: 'node' as Provider | 'node',
  fault: null as unknown,
  session: null as Session | null,
  holdings: null as Holdings | null,
  vouchers: [] as SignedVoucher[],
  voucherFault: null as unknown,
}
/** Incremented by each press that opens or leaves a session, so that a late answer of a silent wallet changes nothing. */
let turn = 0
const wallets = findWallets(() => render())
if (wallets.length === 0) state.kind = 'node'

function texts() {
  return TEXTS[state.language]
}

async function open(opener: Provider | 'node', how: () => Promise<Session>): Promise<void> {
  if (deployment === null) return
  leave()
  const own = turn
  Object.assign(state, { busy: true, opener })
  render()
  try {
    const session = await how()
    const holdings = await readHoldings(session.request, deployment, session.account)
    if (own !== turn) return
    Object.assign(state, { session, holdings })
  } catch (error) {
    if (own !== turn) return
    state.fault = error
  }
  state.busy = false
  render()
}

async function reload(): Promise<void> {
  const { session, opener } = state
  if (session === null) return
  await open(opener, () => Promise.resolve(session))
}

/** Ends the session, and the wait for a wallet or a node. */
function leave(): void {
  turn += 1
  Object.assign(state, {
    busy: false,
    fault: null,
    session: null,
    holdings: null,
    vouchers: [],
    voucherFault: null,
  })
}

/** Reads the holdings again without clearing the page behind an open sheet. */
async function refresh(): Promise<void> {
  const { session } = state
  if (session === null || deployment === null) return
  const own = turn
  const read = await readHoldings(session.request, deployment, session.account).then(
    (holdings) => ({ holdings, fault: null }),
    (fault: unknown) => ({ fault }),
  )
  // Another account may have been opened meanwhile.
  if (own !== turn) return
  Object.assign(state, read)
  render()
}

function render(): void {
  const words = texts()
  document.documentElement.lang = state.language === 'zh_CN' ? 'zh-CN' : 'en'
  document.title = words.title
  app.replaceChildren(
    element(
      'header',
      { class: 'top' },
      element('h1', {}, words.title),
      element(
        'button',
        {
          class: 'small',
          onClick: () => {
            state.language = state.language === 'zh_CN' ? 'en_US' : 'zh_CN'
            render()
          },
        },
        words.other,
      ),
    ),
    element('p', { class: 'lead' }, words.lead),
    ...(deployment === null
      ? [element('p', { role: 'alert', class: 'bad' }, words.noDeployment)]
      : [
          element('p', { class: 'quiet' }, words.chain(deployment.network, deployment.chainId)),
          signing(),
          ...(state.session === null || state.holdings === null ? [] : held(state.session, state.holdings)),
        ]),
  )
}

function signing(): HTMLElement {
  const words = texts()
  const tab = (kind: Session['kind']) =>
    element(
      'button',
      {
        pressed: state.kind === kind,
        onClick: () => {
          leave()
          state.kind = kind
          render()
        },
      },
      words[kind],
    )
  return element(
    'section',
    { label: words.how },
    element('div', { class: 'tabs', role: 'group', label: words.how }, tab('wallet'), tab('node')),
    ...(state.kind === 'wallet' ? walletForm() : nodeForm()),
    state.fault !== null && element('p', { role: 'alert', class: 'bad' }, wordsOf(state.fault, words)),
  )
}

function walletForm(): HTMLElement[] {
  const words = texts()
  if (wallets.length === 0) return [element('p', { class: 'quiet' }, words.noWallet)]
  return [
    element('p', { class: 'quiet' }, words.walletNote),
    ...wallets.map(({ name, provider }) =>
      openButton(provider, words.connect(name ?? words.injected), () => openWallet(provider, deployment!)),
    ),
  ]
}

function nodeForm(): HTMLElement[] {
  const words = texts()
  const field = (label: string, key: 'nodeUrl' | 'account', placeholder: string) => {
    const input = element('input', {
      value: state[key],
      placeholder,
      onInput: (value) => void (state[key] = value),
    })
    input.spellcheck = false
    input.autocapitalize = 'off'
    input.autocomplete = 'off'
    return element('label', {}, label, input)
  }
  return [
    element('p', { class: 'quiet' }, words.nodeNote),
    field(words.nodeUrl, 'nodeUrl', 'https://'),
    field(words.account, 'account', '0x'),
    openButton('node', words.open, () => openNode(state.nodeUrl, state.account, deployment!)),
  ]
}

/** A wallet that does not answer disables only its own button. The other tab enables the button again. */
function openButton(opener: Provider | 'node', words: string, how: () => Promise<Session>): HTMLElement {
  const isOpening = state.busy && state.opener === opener
  return element(
    'button',
    { class: 'main', disabled: isOpening, onClick: () => void open(opener, how) },
    isOpening ? texts().opening : words,
  )
}

function held(session: Session, holdings: Holdings): HTMLElement[] {
  const words = texts()
  const { coins, block, time, unread } = holdings
  return [
    element(
      'section',
      { class: 'account' },
      element('b', { class: 'code' }, session.account),
      element('p', { class: 'quiet' }, words.asOf(block.toString(), timeText(time, state.language))),
      coins === 0n
        ? element('p', { class: 'bad' }, words.noCoins)
        : coins !== null && element('p', { class: 'quiet' }, words.coins(amountText(coins, '').trim())),
      unread.length > 0 && element('p', { role: 'alert', class: 'bad' }, words.unread(unread.join(', '))),
      element('button', { class: 'small', onClick: () => void reload() }, words.reload),
    ),
    stakes(holdings),
    vault(holdings),
    bonuses(session, holdings),
    passes(holdings),
    rest(holdings),
  ]
}

function way(one: Way, title: string): HTMLButtonElement {
  const words = texts()
  const label = `${words.ways[one.kind]}: ${title}`
  return element('button', { label, onClick: () => review(one, title) }, words.ways[one.kind])
}

function review(one: Way, title: string): void {
  const { session, holdings } = state
  if (session === null || holdings === null || deployment === null) return
  openReview(one, title, { texts: texts(), deployment, session, holdings, onDone: () => void refresh() })
}

function nameOfPool({ id, stakeToken }: Pool): string {
  const key = Object.entries(deployment?.pools ?? {}).find(([, one]) => BigInt(one) === id)?.[0]
  const names: Readonly<Record<string, string>> = POOL_NAMES[state.language]
  return (key === undefined ? undefined : names[key]) ?? stakeToken
}

function stakes({ pools, time }: Holdings): HTMLElement {
  const words = texts()
  const own = pools.filter(({ positions, earned }) => positions.length > 0 || earned > 0n)
  const paying = own.filter(({ earned }) => earned > 0n)
  return element(
    'section',
    { label: words.stakes },
    element('h2', {}, words.stakes),
    own.length === 0 && element('p', { class: 'quiet' }, words.noStakes),
    paying.length > 1 &&
      element(
        'button',
        { class: 'main', onClick: () => review({ kind: 'claimMany', pools: paying }, words.stakes) },
        words.claimAll,
      ),
    ...own.map((pool) => {
      const name = nameOfPool(pool)
      return element(
        'article',
        { label: name },
        element('h3', {}, name),
        pool.earned > 0n &&
          element(
            'div',
            { class: 'row' },
            element(
              'div',
              {},
              element('span', { class: 'quiet' }, words.earned),
              element('b', {}, amountText(pool.earned, pool.rewardToken)),
            ),
            element('div', { class: 'ways' }, way({ kind: 'claim', pool }, name)),
          ),
        ...pool.positions.map((position) => stake(pool, position, name, time)),
      )
    }),
  )
}

function stake(pool: Pool, position: Position, name: string, time: number): HTMLElement {
  const words = texts()
  const isGift = position.position >= FIRST_GIFT
  const number = words.position((isGift ? position.position - FIRST_GIFT : position.position).toString())
  const title = `${name} · ${number}${isGift ? ` (${words.gift})` : ''}`
  const isLocked = position.unlockAt > time
  const ways: Way[] = isLocked
    ? position.tier.penaltyBps > 0
      ? [{ kind: 'exitEarly', pool, position, amount: position.amount }]
      : []
    : [
        { kind: 'exit', pool, position },
        { kind: 'unstake', pool, position, amount: position.amount },
        { kind: 'withdrawPrincipal', pool, position },
      ]
  return element(
    'div',
    { class: 'row' },
    element(
      'div',
      {},
      element('span', { class: 'quiet' }, number + (isGift ? ` · ${words.gift}` : '')),
      element('b', {}, amountText(position.amount, pool.stakeToken)),
      pool.pairToken !== null && element('b', {}, amountText(position.pairAmount, pool.pairToken)),
      element(
        'span',
        { class: 'quiet' },
        position.tier.duration === 0
          ? words.flexible
          : isLocked
            ? words.locked(timeText(position.unlockAt, state.language))
            : words.unlocked,
      ),
    ),
    element('div', { class: 'ways' }, ...ways.map((one) => way(one, title))),
  )
}

function vault({ vault: { shares, assets, token } }: Holdings): HTMLElement {
  const words = texts()
  return element(
    'section',
    { label: words.vault },
    element('h2', {}, words.vault),
    shares === 0n
      ? element('p', { class: 'quiet' }, words.noVault)
      : element(
          'article',
          {},
          element(
            'div',
            { class: 'row' },
            element('b', {}, amountText(assets, token)),
            element(
              'div',
              { class: 'ways' },
              way({ kind: 'redeem', shares, assets, token }, words.vault),
              assets > 0n && way({ kind: 'withdraw', amount: assets, held: assets, token }, words.vault),
            ),
          ),
        ),
  )
}

function bonuses({ account }: Session, { programs }: Holdings): HTMLElement {
  const words = texts()
  const names: Readonly<Record<string, string>> = PROGRAM_NAMES[state.language]
  const nameOf = (id: bigint) => {
    const key = Object.entries(deployment?.programs ?? {}).find(([, one]) => BigInt(one) === id)?.[0]
    return (key === undefined ? undefined : names[key]) ?? shortAddress(id.toString())
  }
  const own = state.vouchers.filter((one) => one.account === account)
  const others = state.vouchers.length - own.length
  const input = element('input', { type: 'file' })
  input.multiple = true
  input.accept = '.json,application/json'
  input.addEventListener('change', () => void take([...(input.files ?? [])]))
  return element(
    'section',
    { label: words.bonuses },
    element('h2', {}, words.bonuses),
    element('p', { class: 'quiet' }, words.bonusNote),
    element('label', { class: 'file' }, words.choose, input),
    state.voucherFault !== null &&
      element('p', { role: 'alert', class: 'bad' }, wordsOf(state.voucherFault, words)),
    others > 0 && element('p', { class: 'quiet' }, words.others(others)),
    own.length > 0 &&
      element(
        'button',
        { class: 'main', onClick: () => review({ kind: 'vouchers', vouchers: own }, words.bonuses) },
        words.ways.vouchers,
      ),
    own.length > 0 &&
      element(
        'article',
        {},
        ...own.map((voucher) =>
          element(
            'div',
            { class: 'row' },
            element(
              'div',
              {},
              element('span', {}, nameOf(voucher.program)),
              element(
                'span',
                { class: 'quiet' },
                `${words.ofProgram}: ${amountText(voucher.cumulative, programs.get(voucher.program) ?? '')}`,
              ),
            ),
            element(
              'div',
              { class: 'ways' },
              way({ kind: 'vouchers', vouchers: [voucher] }, nameOf(voucher.program)),
              way({ kind: 'voucherTo', voucher }, nameOf(voucher.program)),
            ),
          ),
        ),
      ),
  )
}

async function take(files: readonly File[]): Promise<void> {
  try {
    const read = await Promise.all(files.map(async (file) => readVoucherFile(await file.text())))
    const vouchers = bestOf([...state.vouchers, ...read.flat()])
    if (!vouchers.some(({ account }) => account === state.session?.account))
      throw new InputError(({ noVouchers }) => noVouchers)
    Object.assign(state, { vouchers, voucherFault: null })
  } catch (error) {
    state.voucherFault =
      error instanceof VoucherFileError ? new InputError((faults) => faults.vouchers) : error
  }
  render()
}

function passes({ passes: own, bond, time }: Holdings): HTMLElement {
  const words = texts()
  return element(
    'section',
    { label: words.passes },
    element('h2', {}, words.passes),
    own.length === 0 && element('p', { class: 'quiet' }, words.noPasses),
    ...own.map(({ id, name, unbondingUntil }) => {
      const title = words.pass(id.toString(), name)
      const started = unbondingUntil > 0
      return element(
        'article',
        { label: title },
        element(
          'div',
          { class: 'row' },
          element(
            'div',
            {},
            element('span', {}, title),
            element('b', {}, amountText(bond, 'MCM')),
            started &&
              element(
                'span',
                { class: 'quiet' },
                unbondingUntil > time
                  ? words.coolDown(timeText(unbondingUntil, state.language))
                  : words.cooled,
              ),
          ),
          element(
            'div',
            { class: 'ways' },
            !started && way({ kind: 'startUnbonding', pass: id, bond }, title),
            started && unbondingUntil <= time && way({ kind: 'unbond', pass: id, bond }, title),
          ),
        ),
      )
    }),
  )
}

function rest({ fund, level }: Holdings): HTMLElement {
  const words = texts()
  return element(
    'section',
    { label: words.rest },
    element('h2', {}, words.rest),
    element(
      'article',
      {},
      element(
        'div',
        { class: 'row' },
        element(
          'div',
          {},
          element('span', { class: 'quiet' }, words.fund),
          element('b', {}, amountText(fund, 'AAA')),
          element('span', { class: 'quiet' }, words.fundNote),
        ),
        element('div', { class: 'ways' }, fund > 0n && way({ kind: 'distribute', amount: fund }, words.fund)),
      ),
    ),
    level > 0n && element('p', { class: 'quiet' }, words.level(level.toString())),
  )
}

render()
