/** The sheet that opens before anything is signed: the withdrawn amounts, the cost, the contract's present answer, and the transaction. */
import type { LifeboatDeployment } from '@galx/protocol/lifeboat'
import { formatUnits, parseUnits } from '@galx/protocol/units'
import { element } from './element.ts'
import { amountText } from './format.ts'
import type { Holdings } from './holdings.ts'
import {
  InputError,
  messageOf,
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
  RevertError,
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

/** The number with a point as its decimal point. Commas before three digits each group digits, any other comma is the decimal point. */
function plainNumber(text: string): string {
  const isGrouped = /^[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/.test(text)
  return isGrouped ? text.replaceAll(',', '') : text.replace(',', '.')
}

export function openReview(way: Way, title: string, context: ReviewContext): void {
  new Review(way, title, context).open()
}

type Unsigned = ReturnType<typeof unsignedOf>

class Review {
  readonly #context: ReviewContext
  readonly #part: ReturnType<typeof partOf>
  #way: Way
  #recipient: string
  /** Incremented by each change, so that an answer for an earlier input is dropped. */
  #turn = 0

  readonly #page = document.getElementById('app')!
  readonly #sheet: HTMLDialogElement
  readonly #amountInput: HTMLInputElement
  readonly #recipientInput: HTMLTextAreaElement
  readonly #lines = element('dl', { class: 'lines' })
  readonly #verdict = element('p', { role: 'status', class: 'verdict' })
  readonly #work = element('div', { class: 'work' })

  constructor(way: Way, title: string, context: ReviewContext) {
    const { texts, session } = context
    this.#context = context
    this.#way = way
    this.#part = partOf(way)
    this.#recipient = session.account
    this.#amountInput = element('input', {
      value: this.#part === null ? '' : formatUnits(this.#part.most),
      onInput: () => void this.#judge(),
    })
    this.#amountInput.inputMode = 'decimal'
    this.#amountInput.autocomplete = 'off'
    // Two lines, so that every digit is visible.
    this.#recipientInput = element('textarea', {
      class: 'address',
      rows: 2,
      value: this.#recipient,
      onInput: () => void this.#judge(),
    })
    this.#recipientInput.spellcheck = false
    this.#sheet = element('dialog', { label: `${texts.ways[way.kind]}: ${title}` })
    this.#sheet.append(...this.#parts(title))
    // Escape closes a native modal dialog, too.
    this.#sheet.addEventListener('close', () => this.#remove())
  }

  open(): void {
    document.body.append(this.#sheet)
    if (this.#isModal()) this.#sheet.showModal()
    else {
      this.#page.hidden = true
      this.#sheet.setAttribute('open', '')
    }
    void this.#judge()
  }

  /** Up to Safari 15.3 there is no native modal dialog. There the sheet takes the place of the page. */
  #isModal(): boolean {
    return typeof this.#sheet.showModal === 'function'
  }

  #close(): void {
    if (this.#isModal()) this.#sheet.close()
    else this.#remove()
  }

  #remove(): void {
    this.#turn += 1
    this.#sheet.remove()
    this.#page.hidden = false
  }

  #parts(title: string): HTMLElement[] {
    const { texts } = this.#context
    const { kind } = this.#way
    const note = texts.notes[kind]
    return [
      element(
        'header',
        {},
        element('div', {}, element('h2', {}, texts.ways[kind]), element('p', { class: 'quiet' }, title)),
        element('button', { class: 'plain', label: texts.close, onClick: () => this.#close() }, '✕'),
      ),
      ...(this.#part === null
        ? []
        : [element('label', {}, `${texts.amount} (${this.#part.token})`, this.#amountInput)]),
      ...(WITH_RECIPIENT.has(kind) ? [element('label', {}, texts.recipient, this.#recipientInput)] : []),
      this.#lines,
      ...(note === undefined ? [] : [element('p', { class: 'quiet' }, note)]),
      this.#verdict,
      this.#work,
    ]
  }

  #say(words: string, tone: 'good' | 'bad' | 'quiet'): void {
    this.#verdict.textContent = words
    this.#verdict.className = `verdict ${tone}`
  }

  #sayError(error: unknown): void {
    this.#say(wordsOf(error, this.#context.texts), 'bad')
  }

  /** @throws InputError */
  #readForm(): void {
    this.#recipient = readAddress(this.#recipientInput.value)
    const part = this.#part
    if (part === null || !('amount' in this.#way)) return
    let amount = 0n
    try {
      amount = parseUnits(plainNumber(this.#amountInput.value.trim()))
    } catch {
      // An unreadable amount counts as 0, which is reported below.
    }
    if (amount <= 0n || amount > part.most)
      throw new InputError((faults) => faults.amount(amountText(part.most, part.token)))
    this.#way = { ...this.#way, amount }
  }

  /** Shows the effect of the transaction with the present input, and the button that signs the transaction. */
  async #judge(): Promise<void> {
    const { texts, deployment, session, holdings } = this.#context
    this.#turn += 1
    const own = this.#turn
    this.#work.replaceChildren()
    this.#lines.replaceChildren()
    try {
      this.#readForm()
      const way = this.#way
      const unsigned = unsignedOf(deployment, way, session.account, this.#recipient as `0x${string}`)
      this.#show(linesOf(way, holdings))
      this.#say(texts.trying, 'quiet')
      // Only the contract's refusal ends the withdrawal. A node that does not simulate says nothing about the withdrawal.
      const trial = await trialOf(session.request, way, session.account, unsigned).then(
        (paid) => ({ paid }),
        (error: unknown) => {
          if (error instanceof RevertError) throw error
          return { fault: error }
        },
      )
      if (own !== this.#turn) return
      if ('fault' in trial) this.#say(texts.untried(messageOf(trial.fault)), 'bad')
      else {
        if (trial.paid !== null) this.#show(paidLines(way, trial.paid, holdings))
        this.#say(texts.tried, 'good')
      }
      this.#work.replaceChildren(
        element('p', { class: 'quiet code' }, `${texts.contract}: ${unsigned.to}`),
        session.kind === 'wallet' ? this.#byWallet(unsigned) : this.#bySigner(unsigned),
      )
    } catch (error) {
      if (own === this.#turn) this.#sayError(error)
    }
  }

  #show(list: readonly Line[]): void {
    const { texts } = this.#context
    this.#lines.replaceChildren(
      ...list.flatMap(({ what, amount, token }) => {
        const tone = what === 'penalty' || what === 'forfeited' ? 'bad' : ''
        return [
          element('dt', { class: tone }, texts.lines[what]),
          element('dd', { class: tone }, amountText(amount, token)),
        ]
      }),
    )
  }

  #byWallet({ to, data }: Unsigned): HTMLElement {
    const { texts, deployment, session } = this.#context
    const sign = async () => {
      button.disabled = true
      button.textContent = texts.signing
      try {
        await this.#follow(await sendByWallet(session, deployment.chainId, { to, data }))
      } catch (error) {
        button.disabled = false
        button.textContent = texts.sign
        this.#sayError(error)
      }
    }
    const button = element('button', { class: 'main', onClick: () => void sign() }, texts.sign)
    return button
  }

  #bySigner(unsigned: Unsigned): HTMLElement {
    const { texts, session } = this.#context
    const place = element('div', { class: 'work' })
    const make = async () => {
      button.disabled = true
      const own = this.#turn
      try {
        const envelope = await envelopeOf(session.request, session.account, unsigned)
        if (own !== this.#turn) return
        const signed = element('textarea', { rows: 4, placeholder: texts.signedNote })
        signed.spellcheck = false
        place.replaceChildren(
          copied(texts, texts.unsigned, jsonOf(envelope), 12),
          copied(texts, texts.unsignedHex, hexOf(envelope), 4),
          element('label', {}, texts.signed, signed),
          element('button', { class: 'main', onClick: () => void send(signed.value) }, texts.send),
        )
      } catch (error) {
        button.disabled = false
        this.#sayError(error)
      }
    }
    const send = async (raw: string) => {
      try {
        await this.#follow(await sendSigned(session, raw, unsigned))
      } catch (error) {
        this.#sayError(error)
      }
    }
    const button = element('button', { class: 'main', onClick: () => void make() }, texts.make)
    place.append(button)
    return place
  }

  /** Waits until the transaction is in a block, and shows its result. */
  async #follow(hash: `0x${string}`): Promise<void> {
    const { texts, session, onDone } = this.#context
    this.#work.replaceChildren()
    this.#amountInput.disabled = true
    this.#recipientInput.disabled = true
    this.#say(texts.pending(hash), 'quiet')
    const found = await waitForBlock(session, hash)
    if (found === null) this.#say(texts.late, 'bad')
    else if (found.good) this.#say(texts.done(found.block.toString()), 'good')
    else this.#say(texts.reverted, 'bad')
    this.#work.replaceChildren(
      element('button', { class: 'main', onClick: () => this.#close() }, texts.close),
    )
    onDone()
  }
}

/** A text with a button that copies it. */
function copied(texts: Texts, label: string, text: string, rows: number): HTMLElement {
  const field = element('textarea', { rows, readOnly: true, value: text })
  const copy = async () => {
    field.select()
    // A page that was opened as a file may have no clipboard. Then the text stays selected, and nothing claims that it was copied.
    const isCopied = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    )
    if (isCopied) button.textContent = texts.copied
  }
  const button = element('button', { class: 'small', onClick: () => void copy() }, texts.copy)
  return element('div', { class: 'copied' }, element('label', {}, label, field), button)
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
