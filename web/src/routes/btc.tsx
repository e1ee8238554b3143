import { PreparingPage } from '../shell/frame/PreparingPage.tsx'

export default function BtcRoute() {
  return <PreparingPage name="btc" />
}
