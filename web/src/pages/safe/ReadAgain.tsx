import { refreshChain } from '../../core/chain/refresh.ts'
import { Button } from '../../design/Button/Button.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { safeTexts } from './texts.ts'

/** Reads everything on the page from the chain again. */
export function ReadAgain() {
  const texts = useTexts(safeTexts)
  return (
    <Button variant="secondary" size="small" icon="refresh" onClick={() => void refreshChain()}>
      {texts.retry}
    </Button>
  )
}
