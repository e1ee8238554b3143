import { CHIPS, type PageName, type ProductName } from '@galx/protocol/products'
import type { HexString } from '@galx/protocol/webConfig'
import { Suspense, useState } from 'react'
import { Choice } from '../../activity/Choice.tsx'
import HistoryList from '../../activity/HistoryList.tsx'
import { activityOf, publicActivityOf, type ActivityFilter, type HistoryItem } from '../../activity/source.ts'
import { activityTexts } from '../../activity/texts.ts'
import { ApiError } from '../../core/api/client.ts'
import { getActivityFile } from '../../core/api/activityFile.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import { notify } from '../../core/state/effects.ts'
import { Button } from '../../design/Button/Button.tsx'
import { lazyWithRetry } from '../../design/lazy.tsx'
import { useOnDemand } from '../../design/useOnDemand.ts'
import { saveFile } from '../../design/saveFile.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { pageNameTexts } from '../names/texts.ts'
import { earnTexts } from './texts.ts'
import styles from './HistorySection.module.css'

const StatementSheet = lazyWithRetry(() => import('../../activity/statement/StatementSheet.tsx'))

/** The name of the saved file. */
const FILE = 'galx-activity.csv'

/** The products with steps of an account: those in the row of chips, and the passes. */
const PRODUCTS: readonly { name: ProductName; page: PageName }[] = [
  ...CHIPS.flatMap(({ name, pages: [page] }) => (name === 'earn' ? [] : [{ name, page: page as PageName }])),
  { name: 'passes', page: 'hidden' },
]

/**
 * All steps of the account, or the steps of a chosen kind and product; also offers all steps and the statement of a year as files.
 * @param of the address of another account: its statement is public, the file of all steps is not
 */
export function HistorySection({ of }: { of?: HexString }) {
  const texts = useTexts(earnTexts).history
  const { kind: kindNames } = useTexts(activityTexts)
  const names = useTexts(pageNameTexts)
  const [filter, setFilter] = useState<ActivityFilter>({})
  const own = useAppStore(({ address }) => address)
  const shown = of ?? own
  // An early exit is an unstake that cost something.
  const kinds = (Object.keys(kindNames) as (keyof typeof kindNames)[]).filter(
    (kind): kind is HistoryItem['kind'] => kind !== 'early',
  )
  return (
    <HistoryList
      source={of === undefined ? activityOf(filter) : publicActivityOf(of, filter)}
      title={texts.title}
      endless
      action={
        <>
          {of === undefined && <CsvButton />}
          {shown !== null && <StatementButton account={shown} />}
        </>
      }
      tools={
        <div className={styles.filters} role="group" aria-label={texts.filters}>
          <Choice
            label={texts.kind}
            all={texts.allKinds}
            options={kinds.map((value) => ({ value, label: kindNames[value] }))}
            value={filter.kind}
            onChange={(kind) => setFilter((now) => without({ ...now, kind }))}
          />
          <Choice
            label={texts.product}
            all={texts.allProducts}
            options={PRODUCTS.map(({ name, page }) => ({ value: name, label: names[page] }))}
            value={filter.product}
            onChange={(product) => setFilter((now) => without({ ...now, product }))}
          />
        </div>
      }
    />
  )
}

/** The filter without its unset fields. */
function without({
  kind,
  product,
}: {
  kind?: HistoryItem['kind'] | undefined
  product?: ProductName | undefined
}): ActivityFilter {
  return { ...(kind === undefined ? {} : { kind }), ...(product === undefined ? {} : { product }) }
}

function CsvButton() {
  const texts = useTexts(earnTexts).history
  const [busy, setBusy] = useState(false)
  async function download() {
    setBusy(true)
    try {
      saveFile(await getActivityFile(), FILE)
    } catch (error) {
      // Signed out: the page asks to sign in again.
      const signedOut = error instanceof ApiError && error.kind === 'unauthorised'
      if (!signedOut) notify(texts.csvFailed, { kind: 'error' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="quiet" size="small" busy={busy} onClick={() => void download()}>
      {texts.csv}
    </Button>
  )
}

function StatementButton({ account }: { account: HexString }) {
  const texts = useTexts(earnTexts).history
  const sheet = useOnDemand()
  return (
    <>
      <Button variant="quiet" size="small" onClick={sheet.open}>
        {texts.statement}
      </Button>
      {sheet.isUsed && (
        <Suspense>
          <StatementSheet account={account} open={sheet.isOpen} onClose={sheet.close} />
        </Suspense>
      )}
    </>
  )
}
