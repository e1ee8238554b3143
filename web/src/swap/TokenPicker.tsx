import { useState } from 'react'
import { balanceOf } from '../core/chain/reads.ts'
import { useChainRead } from '../core/chain/useChainRead.ts'
import { tokenOf } from '../core/chain/tokens.ts'
import { useConfig } from '../core/config/configStore.ts'
import { useAppStore } from '../core/state/appStore.ts'
import { valueOf } from '../core/state/reading.ts'
import { ReadingAmount } from '../design/Amount/Amount.tsx'
import { EmptyState } from '../design/EmptyState/EmptyState.tsx'
import { Sheet } from '../design/Sheet/Sheet.tsx'
import { TokenDisc } from '../design/TokenBadge/TokenBadge.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import { ASSETS, balanceKeyOf, type Asset } from './assets.ts'
import styles from './swap.module.css'
import { exchangeRead } from './exchangeRead.ts'
import { percentOf } from './format.ts'
import { swapTexts } from './texts.ts'

export type TokenPickerProps = {
  open: boolean
  title: string
  chosen: Asset
  onChoose: (asset: Asset) => void
  onClose: () => void
}

/** The list of tokens with the account's balances, searched by name or by the contract's address. */
export function TokenPicker({ open, title, chosen, onChoose, onClose }: TokenPickerProps) {
  const texts = useTexts(swapTexts).picker
  const config = useConfig()
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const found = ASSETS.filter(
    (asset) =>
      asset.toLowerCase().includes(wanted) ||
      (wanted.startsWith('0x') && asset !== 'BNB' && config && tokenOf(config, asset).address === wanted),
  )
  return (
    <Sheet open={open} onClose={onClose} title={title}>
      <input
        className={styles.input}
        type="search"
        aria-label={texts.search}
        placeholder={texts.search}
        autoComplete="off"
        spellCheck={false}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {found.length === 0 && <EmptyState icon="info" title={texts.none} text={texts.noneText} />}
      <ul>
        {found.map((asset) => (
          <li key={asset}>
            <TokenRow asset={asset} chosen={asset === chosen} onChoose={() => onChoose(asset)} />
          </li>
        ))}
      </ul>
    </Sheet>
  )
}

function TokenRow({ asset, chosen, onChoose }: { asset: Asset; chosen: boolean; onChoose: () => void }) {
  const texts = useTexts(swapTexts).picker
  const connected = useAppStore((state) => state.address !== null)
  const balance = useChainRead(balanceOf(balanceKeyOf(asset)))
  const fee = valueOf(useChainRead(exchangeRead))?.terms.transferFee
  const what = {
    USDT: texts.stable,
    BNB: texts.native,
    WBNB: texts.wrapped,
    AAA: fee === undefined || fee.feeBps === 0n ? texts.untaxed : texts.taxed(percentOf(fee.feeBps)),
  }
  return (
    <button type="button" className={styles.token} aria-pressed={chosen} onClick={onChoose}>
      <TokenDisc symbol={asset} size={40} />
      <span>
        <b>{asset}</b> {chosen && <span className={styles.tag}>{texts.chosen}</span>}
        <small>{asset in what ? what[asset as keyof typeof what] : texts.untaxed}</small>
      </span>
      {connected && <ReadingAmount reading={balance} />}
    </button>
  )
}
