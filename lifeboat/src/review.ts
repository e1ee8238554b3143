/** The sheet before a signature: the withdrawn amounts, the cost, the contract's answer now, and the transaction. */
import type { LifeboatDeployment } from '@galx/protocol/lifeboat'
import { formatUnits, parseUnits } from '@galx/protocol/units'
import { element } from './element.ts'
import { amountText } from './format.ts'
import type { Holdings } from './holdings.ts'
import {
  InputError,
  readAddress,
  sendByWallet,
  sendSigned,
  waitForBlock,
  wordsOf,
  type Session,
} from './session.ts'
import type { Texts } from './texts.ts'
import {
  envelopeOf,
  hexOf,
  jsonOf,
  linesOf,
  trialOf,
  unsignedOf,
  WITH_RECIPIENT,
  type Line,
  type Way,
} from './ways.ts'

export type ReviewContext = {
  texts: Texts
  deployment: LifeboatDeployment
  session: Session
  holdings: Holdings
  /** called when a transaction is in a block */
  onDone: () => void
}

/** The greatest amount of a partial withdrawal, and its token; null if everything is withdrawn. */
function partOf(way: Way): { most: bigint; token: string } | null {
  if (way.kind === 'unstake' || way.kind === 'exitEarly')
    // If only the pair token is left, the amount 0 withdraws it.
    return way.position.amount === 0n ? null : { most: way.position.amount, token: way.pool.stakeToken }
  if (way.kind === 'withdraw') return { most: way.held, token: way.token }
  return null
}

export function openReview(first: Way, title: string, context: ReviewContext): void {
  const { texts, deployment, session, holdings, onDone } = context
  let way = first
  let recipient = session.account as string
  /** Incremented by each change, so that an answer for an earlier input is dropped. */
  let turn = 0

  const lines = element('dl', { class: 'lines' })
  const verdict = element('p', { role: 'status', class: 'verdict' })
  const work = element('div', { class: 'work' })
  const part = partOf(way)
  const sheet = element('dialog', { label: `${texts.ways[way.kind]}: ${title}` })

  const amountInput = element('input', {
    value: part === null ? '' : formatUnits(part.most),
    onInput: () => void judge(),
  })
  amountInput.inputMode = 'decimal'
  amountInput.autocomplete = 'off'
  // Two lines, so that every digit is visible.
  const recipientInput = element('textarea', {
    class: 'address',
    rows: 2,
    value: recipient,
    onInput: () => void judge(),
  })
  recipientInput.spellcheck = false

  const note = texts.notes[way.kind]
  sheet.append(
    element(
      'header',
      {},
      element('div', {}, element('h2', {}, texts.ways[way.kind]), element('p', { class: 'quiet' }, title)),
      element('button', { class: 'plain', label: texts.close, onClick: () => sheet.close() }, '✕'),
    ),
    ...(part === null ? [] : [element('label', {}, `${texts.amount} (${part.token})`, amountInput)]),
    ...(WITH_RECIPIENT.has(way.kind) ? [element('label', {}, texts.recipient, recipientInput)] : []),
    lines,
    ...(note === undefined ? [] : [element('p', { class: 'quiet' }, note)]),
    verdict,
    work,
  )
  sheet.addEventListener('close', () => {
    turn += 1
    sheet.remove()
  })
  document.body.append(sheet)
  sheet.showModal()
  void judge()

  function say(words: string, tone: 'good' | 'bad' | 'quiet') {
    verdict.textContent = words
    verdict.className = `verdict ${tone}`
  }

  /** @throws InputError */
  function readForm(): void {
    recipient = readAddress(recipientInput.value)
    if (part === null || !('amount' in way)) return
    let amount = 0n
    try {
      amount = parseUnits(amountInput.value.trim().replaceAll(',', ''))
    } catch {
      // The sheet reports it below.
    }
    if (amount <= 0n || amount > part.most)
      throw new InputError((faults) => faults.amount(amountText(part.most, part.token)))
    way = { ...way, amount }
  }

  async function judge(): Promise<void> {
    turn += 1
    const own = turn
    work.replaceChildren()
    lines.replaceChildren()
    try {
      readForm()
      const unsigned = unsignedOf(deployment, way, session.account, recipient as `0x${string}`)
      show(linesOf(way, holdings))
      say(texts.trying, 'quiet')
      const paid = await trialOf(session.request, way, session.account, unsigned)
      if (own !== turn) return
      if (paid !== null) show(paidLines(way, paid, holdings))
      say(texts.tried, 'good')
      work.replaceChildren(
        element('p', { class: 'quiet code' }, `${texts.contract}: ${unsigned.to}`),
        session.kind === 'wallet' ? byWallet(unsigned) : bySigner(unsigned),
      )
    } catch (error) {
      if (own === turn) say(wordsOf(error, texts), 'bad')
    }
  }

  function show(list: readonly Line[]): void {
    lines.replaceChildren(
      ...list.flatMap(({ what, amount, token }) => {
        const tone = what === 'penalty' || what === 'forfeited' ? 'bad' : ''
        return [
          element('dt', { class: tone }, texts.lines[what]),
          element('dd', { class: tone }, amountText(amount, token)),
        ]
      }),
    )
  }

  function byWallet(unsigned: ReturnType<typeof unsignedOf>): HTMLElement {
    const button = element('button', { class: 'main', onClick: () => void sign() }, texts.sign)
    async function sign() {
      button.disabled = true
      button.textContent = texts.signing
      try {
        const { to, data } = unsigned
        await follow(await sendByWallet(session, deployment.chainId, { to, data }))
      } catch (error) {
        button.disabled = false
        button.textContent = texts.sign
        say(wordsOf(error, texts), 'bad')
      }
    }
    return button
  }

  function bySigner(unsigned: ReturnType<typeof unsignedOf>): HTMLElement {
    const place = element('div', { class: 'work' })
    const button = element('button', { class: 'main', onClick: () => void make() }, texts.make)
    place.append(button)
    async function make() {
      button.disabled = true
      const own = turn
      try {
        const envelope = await envelopeOf(session.request, session.account, unsigned)
        if (own !== turn) return
        const signed = element('textarea', { rows: 4, placeholder: texts.signedNote })
        signed.spellcheck = false
        place.replaceChildren(
          copied(texts.unsigned, jsonOf(envelope), 12),
          copied(texts.unsignedHex, hexOf(envelope), 4),
          element('label', {}, texts.signed, signed),
          element('button', { class: 'main', onClick: () => void send(signed.value) }, texts.send),
        )
      } catch (error) {
        button.disabled = false
        say(wordsOf(error, texts), 'bad')
      }
    }
    async function send(raw: string) {
      try {
        await follow(await sendSigned(session, raw, unsigned))
      } catch (error) {
        say(wordsOf(error, texts), 'bad')
      }
    }
    return place
  }

  function copied(label: string, text: string, rows: number): HTMLElement {
    const field = element('textarea', { rows, readOnly: true, value: text })
    const button = element('button', { class: 'small', onClick: () => void copy() }, texts.copy)
    async function copy() {
      field.select()
      // A page from a file may have no clipboard. Then the text is selected.
      await navigator.clipboard?.writeText(text).catch(() => {})
      button.textContent = texts.copied
    }
    return element('div', { class: 'copied' }, element('label', {}, label, field), button)
  }

  async function follow(hash: `0x${string}`): Promise<void> {
    work.replaceChildren()
    amountInput.disabled = true
    recipientInput.disabled = true
    say(texts.pending(hash), 'quiet')
    const found = await waitForBlock(session, hash)
    if (found === null) say(texts.late, 'bad')
    else if (found.good) say(texts.done(found.block.toString()), 'good')
    else say(texts.reverted, 'bad')
    work.replaceChildren(element('button', { class: 'main', onClick: () => sheet.close() }, texts.close))
    onDone()
  }
}

/** The amounts that the contract would pay for vouchers, by token. */
function paidLines(way: Way, paid: readonly bigint[], { programs }: Holdings): Line[] {
  const vouchers = way.kind === 'vouchers' ? way.vouchers : way.kind === 'voucherTo' ? [way.voucher] : []
  const sums = new Map<string, bigint>()
  for (const [index, { program }] of vouchers.entries()) {
    const token = programs.get(program) ?? String(program)
    sums.set(token, (sums.get(token) ?? 0n) + (paid[index] ?? 0n))
  }
  return [...sums].map(([token, amount]) => ({ what: 'paid', amount, token }))
}
