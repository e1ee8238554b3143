import { PreparingPage } from '../shell/frame/PreparingPage.tsx'

export default function HiddenRoute() {
  return <PreparingPage name="hidden" />
}
