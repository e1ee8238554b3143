import { PreparingPage } from '../shell/frame/PreparingPage.tsx'

export default function ZnRecordRoute() {
  return <PreparingPage name="znRecord" />
}
