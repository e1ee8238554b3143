import { PreparingPage } from '../shell/frame/PreparingPage.tsx'

export default function SafeRoute() {
  return <PreparingPage name="safe" />
}
