import { PreparingPage } from '../shell/frame/PreparingPage.tsx'

export default function Hidden1Route() {
  return <PreparingPage name="hidden1" />
}
