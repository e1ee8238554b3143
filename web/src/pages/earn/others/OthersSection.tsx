import { Suspense, useState } from 'react'
import { Card, Section } from '../../../design/Card/Card.tsx'
import { Icon } from '../../../design/Icon/Icon.tsx'
import { PositionRow } from '../../../design/PositionRow/PositionRow.tsx'
import { lazyWithRetry } from '../../../design/lazy.tsx'
import { useTexts } from '../../../i18n/useTexts.ts'
import { earnTexts } from '../texts.ts'
import { othersTexts } from './texts.ts'

const SHEETS = {
  gift: lazyWithRetry(() => import('./GiftSheet.tsx')),
  claim: lazyWithRetry(() => import('./ClaimForSheet.tsx')),
}

/** The ways to do something for another account: a gift, and a claim for a friend. */
export default function OthersSection() {
  const texts = useTexts(othersTexts)
  const [chosen, setChosen] = useState<keyof typeof SHEETS | null>(null)
  const [open, setOpen] = useState(false)
  const show = (sheet: keyof typeof SHEETS) => () => {
    setChosen(sheet)
    setOpen(true)
  }
  const Sheet = chosen === null ? null : SHEETS[chosen]
  return (
    <Section title={useTexts(earnTexts).others}>
      <Card padding="rows">
        <ul>
          <PositionRow
            mark={<Icon name="gift" />}
            title={texts.gift.open}
            detail={texts.gift.detail}
            onOpen={show('gift')}
          />
          <PositionRow
            mark={<Icon name="people" />}
            title={texts.claim.open}
            detail={texts.claim.detail}
            onOpen={show('claim')}
          />
        </ul>
      </Card>
      {Sheet !== null && (
        <Suspense>
          <Sheet open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Section>
  )
}
