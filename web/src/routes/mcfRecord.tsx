import { PreparingPage } from '../shell/frame/PreparingPage.tsx'

export default function McfRecordRoute() {
  return <PreparingPage name="mcfRecord" />
}
