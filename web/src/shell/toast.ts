/** The toast for the rest of the app. The toast itself is in the design system, where components use it too. */
export { toast } from '../design/Toast/toast.ts'
