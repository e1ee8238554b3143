import { STATEMENT_FORMATS, type StatementFormat } from '@galx/protocol/statement'
import type { HexString } from '@galx/protocol/webConfig'
import { useState } from 'react'
import { useHead } from '../../core/chain/useChainRead.ts'
import { useConfig } from '../../core/config/configStore.ts'
import { Button } from '../../design/Button/Button.tsx'
import { SegmentedControl } from '../../design/SegmentedControl/SegmentedControl.tsx'
import { Sheet } from '../../design/Sheet/Sheet.tsx'
import { saveFile } from '../../design/saveFile.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { Choice } from '../Choice.tsx'
import { makeStatement } from './makeStatement.ts'
import styles from './StatementSheet.module.css'
import { statementTexts } from './texts.ts'

const FIRST_YEAR = 2026
const NAMES: Record<StatementFormat, string> = {
  galx: 'GALX',
  koinly: 'Koinly',
  cointracking: 'CoinTracking',
}

export type StatementSheetProps = { account: HexString; open: boolean; onClose: () => void }

/** Saves an account's movements of a year as a file. Needs no wallet and no sign-in: the history is public. */
export default function StatementSheet({ account, open, onClose }: StatementSheetProps) {
  const texts = useTexts(statementTexts)
  const config = useConfig()
  // The chain's year: this device's clock may be wrong.
  const seconds = useHead()?.timestamp
  const date = seconds === undefined ? new Date() : new Date(seconds * 1_000)
  const present = Math.max(FIRST_YEAR, date.getUTCFullYear())
  const years = Array.from({ length: present - FIRST_YEAR + 1 }, (_, index) => String(present - index))
  const [year, setYear] = useState(String(present))
  const [format, setFormat] = useState<StatementFormat>('galx')
  const [state, setState] = useState<'ready' | 'busy' | 'failed'>('ready')

  async function save(chainId: number) {
    setState('busy')
    try {
      const text = await makeStatement({ account, chainId }, Number(year), format)
      saveFile(new Blob([text], { type: 'text/csv' }), `galx-${format}-${year}-${account.slice(0, 10)}.csv`)
      setState('ready')
    } catch {
      setState('failed')
    }
  }

  return (
    <Sheet open={open} onClose={onClose} title={texts.title}>
      <div className={styles.form}>
        <p className={styles.words}>{texts.lead}</p>
        <div className={styles.field}>
          <span aria-hidden="true">{texts.year}</span>
          <Choice
            label={texts.year}
            options={years.map((value) => ({ value, label: value }))}
            value={year}
            onChange={(value) => setYear(value ?? year)}
          />
        </div>
        <SegmentedControl
          label={texts.format}
          options={STATEMENT_FORMATS.map((value) => ({ value, label: NAMES[value] }))}
          value={format}
          onChange={setFormat}
        />
        <p className={styles.note}>{format === 'galx' ? texts.proof : texts.program(NAMES[format])}</p>
        {state === 'failed' && (
          <p className={styles.failed} role="alert">
            {texts.failed}
          </p>
        )}
        <Button
          wide
          busy={state === 'busy'}
          disabled={config === null}
          onClick={() => void save(config!.chainId)}
        >
          {texts.save}
        </Button>
      </div>
    </Sheet>
  )
}
