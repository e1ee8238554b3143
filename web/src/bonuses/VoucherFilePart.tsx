import { useRef, useState } from 'react'
import { useConfig } from '../core/config/configStore.ts'
import { useAppStore } from '../core/state/appStore.ts'
import { codeOf } from '../core/state/codeOf.ts'
import { notify } from '../core/state/effects.ts'
import { valueOf } from '../core/state/reading.ts'
import { saveFile } from '../design/saveFile.ts'
import { Button } from '../design/Button/Button.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import { keepBonuses, useBonuses } from './bonusStore.ts'
import { bonusTexts } from './texts.ts'
import { readVouchers, VoucherFileError, voucherFileText, withVouchers } from './voucherFile.ts'
import styles from './bonuses.module.css'

const FILE = 'galx-vouchers.json'

/** Saves the account's vouchers as a file. If no server answers, reads vouchers from a saved file or a published file. */
export function VoucherFilePart() {
  const texts = useTexts(bonusTexts).file
  const programs = useConfig()?.programs
  const address = useAppStore((state) => state.address)
  const bonuses = useBonuses()
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<VoucherFileError['reason'] | null>(null)
  if (address === null || programs === undefined) return null
  const known = valueOf(bonuses)
  const away = bonuses.status === 'failed' || bonuses.status === 'stale'
  const text = known === undefined ? null : voucherFileText(known)

  async function take(file: File | undefined) {
    if (file === undefined || address === null || programs === undefined) return
    try {
      const found = readVouchers(await file.text(), address, programs)
      const code = await codeOf(import('./voucherTrial.ts'))
      if (code === null) return
      const next = await withVouchers(known, address, found, (programId, voucher) =>
        code.isRefused(address, programId, voucher),
      )
      // Another account may have been chosen in the wallet meanwhile.
      if (useAppStore.getState().address !== address) return
      keepBonuses(next)
      setProblem(null)
      notify(texts.taken(String(new Set(found.map(({ program }) => program)).size)), { kind: 'success' })
    } catch (error) {
      if (!(error instanceof VoucherFileError)) throw error
      setProblem(error.reason)
    }
  }

  if (!away && text === null) return null
  return (
    <div className={styles.file}>
      {away && (
        <>
          <Button variant="secondary" size="small" icon="external" onClick={() => input.current?.click()}>
            {texts.take}
          </Button>
          <input
            ref={input}
            type="file"
            accept="application/json,.json"
            hidden
            aria-label={texts.take}
            onChange={({ target }) => {
              void take(target.files?.[0])
              target.value = ''
            }}
          />
        </>
      )}
      {text !== null && (
        <Button
          variant="quiet"
          size="small"
          onClick={() => saveFile(new Blob([text], { type: 'application/json' }), FILE)}
        >
          {texts.save}
        </Button>
      )}
      <p className={styles.quiet} role="status">
        {problem === null ? (away ? texts.takeNote : texts.saveNote) : texts.problems[problem]}
      </p>
    </div>
  )
}
