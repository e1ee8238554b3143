import { planInWords } from '@galx/operator/networks/planWords'
import { readPlanFile } from '@galx/operator/networks/planFile'
import { PlanSchema } from '@galx/operator/networks/planSchema'
import { readOptions, UsageError, type Command } from './command.ts'

export const planCommand: Command = {
  summary: "check a plan's file and print the plan in words",
  help: `npm run operator -- plan check FILE
npm run operator -- plan schema

A plan is a JSON file: supplies, budgets, fundings, terms and prices of a deployment. The plans of this repository are in
operator/plans/. Copy one, change it, check it, then: npm run operator -- deploy --network NAME --plan FILE

  check FILE  print the plan in words. Refuses a plan that the contracts would refuse: each line names one field
  schema      print the JSON Schema: every field with its meaning and its limits. An editor can read it

Names and symbols of the tokens are not in the plan: they are part of the contracts.

Exit code 0: the plan is right, or the schema is printed. 1: the plan is wrong. 2: the call was wrong.`,
  async run(parameters, _, say) {
    // This command has no options, so the call names an unknown option.
    const options = parameters.filter((one) => one.startsWith('-'))
    readOptions(options, {})
    const [action, file, ...rest] = parameters
    if (action === 'schema' && file === undefined) {
      say(JSON.stringify(PlanSchema, null, 2))
      return 0
    }
    if (action !== 'check' || file === undefined || rest.length > 0)
      throw new UsageError('plan takes "check FILE" or "schema"')
    for (const line of planInWords(readPlanFile(file))) say(line)
    return 0
  },
}
