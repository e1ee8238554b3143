import { PreparingPage } from '../shell/frame/PreparingPage.tsx'

export default function EarnRoute() {
  return <PreparingPage name="earn" />
}
