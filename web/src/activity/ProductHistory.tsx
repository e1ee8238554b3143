import type { ProductName } from '@galx/protocol/products'
import { useState } from 'react'
import { useTexts } from '../i18n/useTexts.ts'
import { Choice } from './Choice.tsx'
import HistoryList from './HistoryList.tsx'
import { activityOf, type HistoryItem, type HistorySource } from './source.ts'
import { activityTexts } from './texts.ts'

type Kind = HistoryItem['kind']

const OF_POOLS: Kind[] = ['stake', 'unstake', 'exit', 'claim', 'forfeit']
const KINDS: Partial<Record<ProductName, Kind[]>> = {
  btc: [...OF_POOLS, 'level'],
  zn: ['deposit', 'withdraw'],
}

export type ProductHistoryProps = {
  product: ProductName
  /** the list without a chosen kind */
  whole: HistorySource
  title?: string | undefined
}

/** The account's steps in one product, or only the steps of a chosen kind. */
export default function ProductHistory({ product, whole, title }: ProductHistoryProps) {
  const texts = useTexts(activityTexts)
  const [kind, setKind] = useState<Kind>()
  return (
    <HistoryList
      source={kind === undefined ? whole : activityOf({ product, kind })}
      title={title}
      tools={
        <Choice
          label={texts.choice}
          all={texts.allKinds}
          options={(KINDS[product] ?? OF_POOLS).map((value) => ({ value, label: texts.kind[value] }))}
          value={kind}
          onChange={setKind}
        />
      }
    />
  )
}
