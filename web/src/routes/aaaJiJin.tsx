import { PreparingPage } from '../shell/frame/PreparingPage.tsx'

export default function AaaJiJinRoute() {
  return <PreparingPage name="aaaJiJin" />
}
