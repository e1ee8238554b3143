import { PreparingPage } from '../shell/frame/PreparingPage.tsx'

export default function McfRoute() {
  return <PreparingPage name="mcf" />
}
