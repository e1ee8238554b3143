import { PreparingPage } from '../shell/frame/PreparingPage.tsx'

export default function ZnRoute() {
  return <PreparingPage name="zn" />
}
