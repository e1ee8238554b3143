/** The four balances of the app state. They are read on every page. */
import { formatUnitsDown } from '@galx/protocol/units'
import { useAppStore } from '../state/appStore.ts'
import { mapReading } from '../state/reading.ts'
import { readingIn, useChainStore, type ChainState } from './chainStore.ts'
import { mountRead } from './mountedReads.ts'
import { balanceOf } from './reads.ts'

const FIELDS = [
  ['usdtBalance', 'USDT'],
  ['aaaBalance', 'AAA'],
  ['mcmBalance', 'MCM'],
  ['galxBalance', 'GALX'],
] as const

/** Milliseconds between two readings. A page that shows a balance reads that balance more often. */
const SELDOM = 30_000

/** Keeps the balances up to date, rounded down to 6 decimals. @returns a function that stops the updates */
export function showAppBalances(): () => void {
  const show = (state: ChainState) => {
    for (const [field, token] of FIELDS)
      useAppStore.setState({
        [field]: mapReading(readingIn(state, balanceOf(token)), (wei) => formatUnitsDown(wei, 6)),
      })
  }
  const ends = FIELDS.map(([, token]) => mountRead(balanceOf(token), SELDOM))
  ends.push(
    useChainStore.subscribe((state, before) => {
      if (state.readings !== before.readings) show(state)
    }),
  )
  return () => {
    for (const end of ends) end()
  }
}
