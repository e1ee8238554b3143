import { Button } from '../../design/Button/Button.tsx'
import { Card, Page } from '../../design/Card/Card.tsx'
import { ErrorState } from '../../design/ErrorState/ErrorState.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import styles from './ConfigFault.module.css'
import { shellTexts } from '../texts.ts'

/** Drawn in place of the app if /config.json cannot be used: lists every problem for the operator of the site. */
export function ConfigFault({ problems }: { problems: readonly string[] }) {
  const texts = useTexts(shellTexts)
  return (
    <Page>
      <Card className={styles.card}>
        <ErrorState title={texts.configInvalid} text={texts.configInvalidText} />
        <ul className={styles.problems} lang="en">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
        <Button wide variant="secondary" onClick={() => window.location.reload()}>
          {texts.retry}
        </Button>
      </Card>
    </Page>
  )
}
