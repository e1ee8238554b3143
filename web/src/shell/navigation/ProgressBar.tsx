import { useTexts } from '../../i18n/useTexts.ts'
import { useNavigationProgress } from './navigationProgress.ts'
import styles from './ProgressBar.module.css'
import { shellTexts } from '../texts.ts'

/** The thin bar at the top that runs during every navigation. */
export function ProgressBar() {
  const running = useNavigationProgress((state) => state.running)
  const texts = useTexts(shellTexts)
  if (!running) return null
  return (
    <div className={styles.bar} role="progressbar" aria-label={texts.loadingPage}>
      <i className={styles.fill} />
    </div>
  )
}
