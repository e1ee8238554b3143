import { PreparingPage } from '../shell/frame/PreparingPage.tsx'

export default function IndexRoute() {
  return <PreparingPage name="index" />
}
