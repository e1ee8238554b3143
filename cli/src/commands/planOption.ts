/** The option `--plan`, which names the file of a plan that replaces this repository's plan. */
import type { PlanTerms } from '@galx/operator/networks/networkConfiguration'
import { planTerms, readPlanFile } from '@galx/operator/networks/planFile'

/** The part of a help text about `--plan`, for commands that compare with the plan. */
export const PLAN_HELP =
  '  --plan FILE         the plan to compare with (default: operator/plans/NETWORK.json)'

/** @returns undefined without the option @throws DeploymentError with one line for each fault of the file */
export function readPlan({ plan }: { readonly plan?: string | undefined }): PlanTerms | undefined {
  return plan === undefined ? undefined : planTerms(readPlanFile(plan))
}
