import { useState } from 'react'
import { Button } from '../design/Button/Button.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import { slippageText, useSwapSettings } from '../swap/settings.ts'
import { SettingsSheet } from '../swap/SettingsSheet.tsx'
import { swapTexts } from '../swap/texts.ts'

/** The settings of every swap in this browser, behind a button with the slippage. */
export default function Slippage() {
  const texts = useTexts(swapTexts)
  const [open, setOpen] = useState(false)
  const { slippageBps } = useSwapSettings()
  return (
    <>
      <Button variant="quiet" size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {texts.settingsButton(slippageText(slippageBps))}
      </Button>
      <SettingsSheet open={open} onClose={() => setOpen(false)} />
    </>
  )
}
