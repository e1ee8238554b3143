import { PreparingPage } from '../shell/frame/PreparingPage.tsx'

export default function McmCommunityRoute() {
  return <PreparingPage name="mcmCommunity" />
}
