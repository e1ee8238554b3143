import { PreparingPage } from '../shell/frame/PreparingPage.tsx'

export default function McmRoute() {
  return <PreparingPage name="mcm" />
}
