import { spoken } from '../../design/Amount/said.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { znTexts } from './texts.ts'

/** "100.00 → 150.00 GALX", with a word instead of the arrow for screen readers. */
export function Change({ from, to }: { from: string; to: string }) {
  const { becomes } = useTexts(znTexts).form
  return (
    <>
      <span className="visually-hidden">{spoken(`${from} ${becomes} ${to}`)}</span>
      <span aria-hidden="true">
        {from} → <b>{to}</b>
      </span>
    </>
  )
}
