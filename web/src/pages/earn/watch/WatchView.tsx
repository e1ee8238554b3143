import type { HexString } from '@galx/protocol/webConfig'
import WatchForm from '../../../activity/WatchForm.tsx'
import { DatesList } from '../../../activity/dates/DatesList.tsx'
import DueLine from '../../../activity/dates/DueLine.tsx'
import { datesTexts } from '../../../activity/dates/texts.ts'
import { watchedAddress, watchRoute } from '../../../activity/watchedAddress.ts'
import { watchTexts } from '../../../activity/watchTexts.ts'
import { getAccountTotals } from '../../../core/api/activityTotals.ts'
import { ShownReads } from '../../../core/chain/useChainRead.ts'
import { WatchedAccount, readsOf } from '../../../core/chain/watched.ts'
import { useBnbName } from '../../../core/chain/useBnbName.ts'
import { useConfig } from '../../../core/config/configStore.ts'
import { AddressTag } from '../../../design/AddressTag/AddressTag.tsx'
import { shortenAddress } from '../../../design/AddressTag/shortenAddress.ts'
import { Banner } from '../../../design/Banner/Banner.tsx'
import { ButtonLink } from '../../../design/Button/ButtonLink.tsx'
import { Columns, Page } from '../../../design/Card/Card.tsx'
import { SectionBoundary } from '../../../design/Section/SectionBoundary.tsx'
import { useTexts } from '../../../i18n/useTexts.ts'
import { ChainStrip } from '../../../staking/ChainStrip.tsx'
import { stakingTexts } from '../../../staking/texts.ts'
import { HistorySection } from '../HistorySection.tsx'
import { StakedSection } from '../StakedSection.tsx'
import { earnTexts } from '../texts.ts'
import { TokenSection } from '../TokenSection.tsx'
import { Totals } from '../TotalsSection.tsx'
import { OwedSection } from './OwedSection.tsx'
import { WatchedBonuses } from './WatchedBonuses.tsx'
import { WatchedPasses } from './WatchedPasses.tsx'
import styles from './WatchView.module.css'

/** All public data of the account `of`, without a wallet: nothing here signs. @param dates shows the account's dates instead of its holdings */
export default function WatchView({ of, dates = false }: { of: string; dates?: boolean }) {
  const texts = useTexts(earnTexts)
  const address = watchedAddress(of)
  if (address === null) {
    return (
      <Page title={texts.title} lead={texts.lead}>
        <WatchForm key={of} given={of} />
      </Page>
    )
  }
  return (
    <WatchedAccount value={address}>
      <ShownReads value={readsOf(address)}>
        <Watched account={address} dates={dates} />
      </ShownReads>
    </WatchedAccount>
  )
}

function Watched({ account, dates }: { account: HexString; dates: boolean }) {
  const texts = useTexts(earnTexts)
  const watch = useTexts(watchTexts)
  const staking = useTexts(stakingTexts)
  const changes = useTexts(datesTexts)
  const explorerUrl = useConfig()?.explorerUrl
  const name = useBnbName(account)
  return (
    <Page title={dates ? changes.title : texts.title} lead={dates ? changes.lead : texts.lead}>
      <div role="status" className={styles.banner}>
        <Banner
          kind="info"
          action={
            <ButtonLink to={dates ? watchRoute(account) : '/earn'} variant="secondary" size="small">
              {dates ? watch.back : watch.leave}
            </ButtonLink>
          }
        >
          {watch.banner(shortenAddress(account, 6, 4))}
        </Banner>
      </div>
      <p className={styles.whole}>
        {watch.whole} <AddressTag address={account} explorerUrl={explorerUrl} keep={10} /> {name}
      </p>
      <SectionBoundary name={staking.chain.title}>
        <ChainStrip />
      </SectionBoundary>
      {dates ? (
        <SectionBoundary name={changes.title}>
          <DatesList />
        </SectionBoundary>
      ) : (
        <Everything account={account} />
      )}
    </Page>
  )
}

function Everything({ account }: { account: HexString }) {
  const texts = useTexts(earnTexts)
  const watch = useTexts(watchTexts)
  return (
    <>
      <Columns>
        <SectionBoundary name={watch.owed.title}>
          <OwedSection />
        </SectionBoundary>
        <SectionBoundary name={texts.staked.title}>
          <StakedSection />
        </SectionBoundary>
        <SectionBoundary name={texts.tokens.title}>
          <TokenSection />
        </SectionBoundary>
        <SectionBoundary name={watch.passes.title}>
          <WatchedPasses />
        </SectionBoundary>
      </Columns>
      <DueLine of={account} />
      <SectionBoundary name={watch.bonuses.title}>
        <WatchedBonuses account={account} />
      </SectionBoundary>
      <SectionBoundary name={texts.totals.title}>
        <Totals account={account} read={() => getAccountTotals(account)} />
      </SectionBoundary>
      <SectionBoundary name={texts.history.title}>
        <HistorySection of={account} />
      </SectionBoundary>
    </>
  )
}
