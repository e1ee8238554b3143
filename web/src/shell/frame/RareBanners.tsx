import { useConnection } from '../../core/chain/useChainRead.ts'
import { PendingPill } from '../transactions/PendingPill.tsx'
import { ChainBanner } from '../wallet/ChainBanner.tsx'
import { DifferenceBanner } from '../node/DifferenceBanner.tsx'
import { WalletBanner } from '../wallet/WalletBanner.tsx'
import { VersionBanner } from '../release/VersionBanner.tsx'
import { ServerBanner } from './ServerBanner.tsx'
import { useOnline } from './useOnline.ts'

/** States that most visits never see. */
export default function RareBanners() {
  const chainDown = useConnection() === 'down'
  const online = useOnline()
  return (
    <>
      <PendingPill />
      <WalletBanner />
      <VersionBanner />
      <DifferenceBanner />
      {chainDown && online && <ChainBanner />}
      {online && <ServerBanner />}
    </>
  )
}
