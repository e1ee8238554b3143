import { ButtonLink } from '../../design/Button/ButtonLink.tsx'
import { Card, Page } from '../../design/Card/Card.tsx'
import { SectionBoundary } from '../../design/Section/SectionBoundary.tsx'
import type { PageName } from '@galx/protocol/products'
import { useTexts } from '../../i18n/useTexts.ts'
import styles from './PreparingPage.module.css'
import { preparingTexts } from './texts.ts'
import { pageNameTexts } from '../names/texts.ts'

/** The page of a product that is not built yet: says so, and names a page to use meanwhile. */
export function PreparingPage({ name }: { name: PageName }) {
  const texts = useTexts(preparingTexts)
  return (
    <Page title={useTexts(pageNameTexts)[name]} lead={texts.preparingText}>
      <SectionBoundary name={texts.preparing}>
        <Card className={styles.card}>
          <RisingPlanet />
          <h2>{texts.preparing}</h2>
          <p className={styles.hint}>{texts.preparingHint}</p>
          <div className={styles.actions}>
            <ButtonLink to="/galx" variant="primary" wide>
              {texts.preparingAction}
            </ButtonLink>
            <ButtonLink to="/community" wide>
              {texts.community}
            </ButtonLink>
          </div>
        </Card>
      </SectionBoundary>
    </Page>
  )
}

/** A drawn orbit with its planet. */
function RisingPlanet() {
  return (
    <svg className={styles.picture} viewBox="0 0 240 132" fill="none" aria-hidden="true">
      <g transform="rotate(-14 120 66)">
        <ellipse className={styles.track} cx="120" cy="66" rx="42" ry="18" />
        <ellipse className={styles.track} cx="120" cy="66" rx="74" ry="33" />
        <ellipse className={styles.track} cx="120" cy="66" rx="106" ry="48" strokeDasharray="2 6" />
        <path className={styles.arc} d="M46 66A74 33 0 0 1 157 37.4" />
        <circle className={styles.planet} cx="157" cy="37.4" r="6" />
      </g>
      <circle className={styles.sun} cx="120" cy="66" r="13" />
    </svg>
  )
}
