// Sending a transaction again that waits for a long time.
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import errorTexts from '../../src/core/transactions/errorTexts.zh.ts'
import type { TransactionRecord } from '../../src/core/transactions/transactionStore.ts'
import SendAgain from '../../src/shell/transactions/SendAgain.tsx'

afterEach(cleanup)

function show(sponsor: string | null) {
  render(<SendAgain record={{ id: 'one', stage: 'pending', sponsor } as TransactionRecord} />)
}

it('is offered if the account pays the network fee', () => {
  show(null)
  expect(screen.getByRole('button', { name: errorTexts.again.send })).toBeTruthy()
})

it.each(['Fee Fund', ''])(
  'is not offered if a sponsor ("%s") pays: other nodes refuse such a transaction',
  (sponsor) => {
    show(sponsor)
    expect(screen.queryByRole('button')).toBeNull()
    const words = screen.getByText(errorTexts.again.sponsored(sponsor)).textContent
    expect(words).toContain(sponsor === '' ? '钱包的代付方 还没有' : 'Fee Fund 还没有')
    expect(words).toContain('加速或取消')
  },
)
