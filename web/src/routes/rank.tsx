import { PreparingPage } from '../shell/frame/PreparingPage.tsx'

export default function RankRoute() {
  return <PreparingPage name="rank" />
}
