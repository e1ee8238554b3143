import { useState } from 'react'
import { Icon } from '../../design/Icon/Icon.tsx'
import { Sheet } from '../../design/Sheet/Sheet.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import {
  cancelChoice,
  chooseWallet,
  useWalletStore,
  type WalletCandidate,
} from '../../core/wallet/walletStore.ts'
import styles from './WalletChoiceSheet.module.css'
import { walletTexts } from '../../core/wallet/texts.ts'

/** The choice between several wallets that were found in this browser. */
export function WalletChoiceSheet() {
  const texts = useTexts(walletTexts)
  const choosing = useWalletStore((state) => state.choosing)
  const candidates = useWalletStore((state) => state.candidates)
  return (
    <Sheet open={choosing} onClose={cancelChoice} title={texts.chooseTitle}>
      <p className={styles.hint}>{texts.chooseHint}</p>
      <ul className={styles.list}>
        {candidates.map((candidate) => (
          <li key={candidate.id}>
            <button type="button" className={styles.wallet} onClick={() => chooseWallet(candidate)}>
              <WalletIcon candidate={candidate} />
              <span className={styles.name}>{candidate.name}</span>
              <Icon name="forward" size={16} className={styles.chevron} />
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}

/** The wallet's announced icon, or a plain icon if there is none or it does not load. */
function WalletIcon({ candidate }: { candidate: WalletCandidate }) {
  const [broken, setBroken] = useState(false)
  // Only icons inside the announcement: a URL would tell a third party that somebody connects here.
  if (broken || candidate.icon === null || !candidate.icon.startsWith('data:image/')) {
    return (
      <span className={styles.plain}>
        <Icon name="wallet" />
      </span>
    )
  }
  return <img className={styles.icon} src={candidate.icon} alt="" onError={() => setBroken(true)} />
}
