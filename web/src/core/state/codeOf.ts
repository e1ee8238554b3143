import { useAppStore } from './appStore.ts'

/** Code that a press or a task needs. Where it does not arrive, the shell says so and offers to reload; then null. */
export async function codeOf<Code>(load: Promise<Code>): Promise<Code | null> {
  try {
    return await load
  } catch {
    useAppStore.setState({ codeMissing: true })
    return null
  }
}
