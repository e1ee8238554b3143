import { PreparingPage } from '../shell/frame/PreparingPage.tsx'

export default function McmEarnRoute() {
  return <PreparingPage name="mcmEarn" />
}
