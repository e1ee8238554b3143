import { useId, useState } from 'react'
import { Button } from '../design/Button/Button.tsx'
import { SegmentedControl } from '../design/SegmentedControl/SegmentedControl.tsx'
import { Sheet } from '../design/Sheet/Sheet.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import styles from './swap.module.css'
import {
  changeSettings,
  isWithin,
  MOST_MINUTES,
  readSlippage,
  slippageText,
  useSwapSettings,
} from './settings.ts'
import { swapTexts } from './texts.ts'

const CHOICES = ['10', '50', '100'] as const

/** Slippage and deadline, stored. A value out of range changes nothing, and the range is shown. */
export function SettingsSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const texts = useTexts(swapTexts).settings
  const id = useId()
  const { slippageBps, minutes } = useSwapSettings()
  const [slippage, setSlippage] = useState(() => slippageText(slippageBps))
  const [time, setTime] = useState(() => String(minutes))
  const wrongSlippage = readSlippage(slippage) === null
  const typedMinutes = /^\d{1,3}$/.test(time.trim()) ? Number(time) : null
  const wrongTime = !isWithin(typedMinutes, MOST_MINUTES)

  function changeSlippage(text: string) {
    setSlippage(text)
    const bps = readSlippage(text)
    if (bps !== null) changeSettings({ slippageBps: bps })
  }
  function changeTime(text: string) {
    setTime(text)
    const count = /^\d{1,3}$/.test(text.trim()) ? Number(text) : null
    if (isWithin(count, MOST_MINUTES)) changeSettings({ minutes: count })
  }

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={texts.title}
      footer={
        <Button wide variant="secondary" onClick={onClose}>
          {texts.done}
        </Button>
      }
    >
      <div className={styles.stack}>
        <SegmentedControl
          label={texts.slippage}
          value={String(slippageBps)}
          onChange={(bps) => changeSlippage(slippageText(Number(bps)))}
          options={CHOICES.map((bps) => ({ value: bps as string, label: `${slippageText(Number(bps))}%` }))}
        />
        <label htmlFor={`${id}slippage`}>{texts.own}</label>
        <input
          id={`${id}slippage`}
          className={styles.input}
          inputMode="decimal"
          value={slippage}
          aria-invalid={wrongSlippage || undefined}
          aria-describedby={`${id}slippageNote`}
          onChange={(event) => changeSlippage(event.target.value)}
        />
        <p id={`${id}slippageNote`} className={wrongSlippage ? styles.bad : styles.note} aria-live="polite">
          {wrongSlippage ? texts.slippageWrong : texts.slippageHint}
        </p>
        <label htmlFor={`${id}minutes`}>{texts.minutes}</label>
        <input
          id={`${id}minutes`}
          className={styles.input}
          inputMode="numeric"
          value={time}
          aria-invalid={wrongTime || undefined}
          aria-describedby={`${id}minutesNote`}
          onChange={(event) => changeTime(event.target.value)}
        />
        <p id={`${id}minutesNote`} className={styles.bad} aria-live="polite">
          {wrongTime ? texts.minutesWrong : ''}
        </p>
      </div>
    </Sheet>
  )
}
