import { toast } from '../Toast/toast.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { copyText } from '../copyText.ts'
import { Icon } from '../Icon/Icon.tsx'
import { shortenAddress } from './shortenAddress.ts'
import styles from './AddressTag.module.css'
import { designTexts } from '../texts.ts'

export type AddressTagProps = {
  address: string
  /** Root of the block explorer, e.g. https://bscscan.com; with '' or undefined there is no link. */
  explorerUrl?: string | undefined
  /** Characters kept at both ends; 6 by default. */
  keep?: number | undefined
  /** A transaction hash is linked as /tx/, an address as /address/. */
  what?: 'address' | 'transaction' | undefined
}

/** A shortened address or transaction hash that can be copied (tap) and opened in the explorer. */
export function AddressTag({ address, explorerUrl = '', keep = 6, what = 'address' }: AddressTagProps) {
  const texts = useTexts(designTexts)

  async function copy() {
    const copied = await copyText(address)
    toast(copied ? texts.copied : texts.copyFailed(address), {
      kind: copied ? 'good' : 'bad',
      ...(copied ? {} : { duration: 10_000 }),
    })
  }

  return (
    <span className={styles.tag}>
      <button type="button" className={styles.copy} title={address} onClick={() => void copy()}>
        <span className={styles.text}>{shortenAddress(address, keep, keep)}</span>
        <Icon name="copy" size={14} className={styles.icon} />
        <span className="visually-hidden">{texts.copy}</span>
      </button>
      {explorerUrl !== '' && (
        <a
          className={styles.link}
          href={`${explorerUrl.replace(/\/$/, '')}/${what === 'address' ? 'address' : 'tx'}/${address}`}
          target="_blank"
          rel="noreferrer noopener"
          aria-label={texts.openInExplorer}
        >
          <Icon name="external" size={15} />
        </a>
      )}
    </span>
  )
}
