/** The toast as the rest of the app knows it; it lives in the design system, where components use it too. */
export { toast } from '../design/Toast/toast.ts'
