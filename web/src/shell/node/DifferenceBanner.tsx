import { useState } from 'react'
import { useChainStore } from '../../core/chain/chainStore.ts'
import { useComparison } from '../../core/chain/comparing/comparison.ts'
import { figureWords } from '../../core/chain/comparing/figureWords.ts'
import { comparingTexts } from '../../core/chain/comparing/texts.ts'
import { useConfig } from '../../core/config/configStore.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import { said } from '../../design/Amount/said.tsx'
import { Banner } from '../../design/Banner/Banner.tsx'
import { Button } from '../../design/Button/Button.tsx'
import { IconButton } from '../../design/Button/IconButton.tsx'
import { designTexts } from '../../design/texts.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import frame from '../frame/StatusBanners.module.css'
import { goTo } from '../navigation/appHistory.ts'
import styles from './DifferenceBanner.module.css'
import { nodeTexts } from './texts.ts'

/** Shows that two nodes differ: the figure, and each node's value. Blocks nothing. */
export function DifferenceBanner() {
  const differs = useChainStore((state) => state.differs)
  return differs && <Differences />
}

function Differences() {
  const texts = useTexts(nodeTexts)
  const words = useTexts(comparingTexts)
  const { close } = useTexts(designTexts)
  const config = useConfig()
  const account = useAppStore(({ address }) => address)
  const differences = useComparison((state) => state.differences)
  const [put, setPut] = useState('')
  const keys = Object.keys(differences).sort().join()
  const list = Object.values(differences)
  const [difference] = list
  const [figure] = difference?.figures ?? []
  // A closed banner stays closed until other figures differ.
  if (difference === undefined || figure === undefined || config === null || put === keys) return null
  const count = list.reduce((sum, { figures }) => sum + figures.length, 0)
  const { name, first, second } = figureWords(figure, config, account, words)
  return (
    <div className={frame.banner}>
      <Banner
        kind="bad"
        action={
          <span className={styles.actions}>
            <Button size="small" variant="secondary" onClick={() => goTo('/safe')}>
              {texts.look}
            </Button>
            <IconButton icon="close" label={close} size={18} onClick={() => setPut(keys)} />
          </span>
        }
      >
        <strong>{texts.differs(String(count))}</strong>
        <span className={styles.figure}>{name}</span>
        <span className={styles.figure}>{said(texts.says(words.nodes[difference.first], first))}</span>
        <span className={styles.figure}>{said(texts.says(words.nodes[difference.second], second))}</span>
      </Banner>
    </div>
  )
}
