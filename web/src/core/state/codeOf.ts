import { useAppStore } from './appStore.ts'

/** Loads code for a press or a task. If the code does not arrive, the shell says so and offers to reload, and the result is null. */
export async function codeOf<Code>(load: Promise<Code>): Promise<Code | null> {
  try {
    return await load
  } catch {
    useAppStore.setState({ codeMissing: true })
    return null
  }
}
