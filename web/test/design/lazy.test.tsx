import { fireEvent, render, screen } from '@testing-library/react'
import { Suspense, type ComponentType } from 'react'
import { expect, it, vi } from 'vitest'
import { lazyWithRetry, lazyOrFallback } from '../../src/design/lazy.tsx'
import { ErrorBoundary } from '../../src/design/Section/ErrorBoundary.tsx'

/** Like a section: a button draws the failed part again. */
function Section({ Part }: { Part: ComponentType<{ name: string }> }) {
  return (
    <ErrorBoundary fallback={(_, retry) => <button onClick={retry}>again</button>}>
      <Suspense>
        before <Part name="late" />
      </Suspense>
    </ErrorBoundary>
  )
}

function Said({ name }: { name: string }) {
  return <b>{name}</b>
}

it('loads necessary code again at each retry, and not before', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const load = vi
    .fn<() => Promise<{ default: typeof Said }>>()
    .mockRejectedValueOnce(new Error('no network'))
    .mockRejectedValueOnce(new Error('no network'))
    .mockResolvedValue({ default: Said })
  render(<Section Part={lazyWithRetry(load)} />)
  fireEvent.click(await screen.findByRole('button', { name: 'again' }))
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2))
  await screen.findByRole('button', { name: 'again' })
  expect(load).toHaveBeenCalledTimes(2)
  fireEvent.click(await screen.findByRole('button', { name: 'again' }))
  expect(await screen.findByText('late')).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(3)
})

it('keeps everything else if optional code does not arrive', async () => {
  const { container } = render(
    <Section
      Part={lazyOrFallback<{ name: string }>(() => Promise.reject(new Error('no network')), 'not known')}
    />,
  )
  expect(await screen.findByText(/not known/)).toBeTruthy()
  expect(container.textContent).toContain('before')
  expect(screen.queryByRole('button')).toBeNull()
})
