/** Z3 behind one question. */
import { init, Z3_error_code, Z3_lbool } from 'z3-solver'

/** @returns whether the script's assertions can hold together: `sat`, `unsat`, or `unknown` */
export type Ask = (script: string) => Promise<string>

/** @param longest seconds for one question, after which the answer is `unknown`; by default any time */
export async function startSolver(longest?: number): Promise<Ask> {
  const { Z3 } = await init()
  return async (script) => {
    const context = Z3.mk_context(Z3.mk_config())
    const solver = Z3.mk_solver(context)
    Z3.solver_inc_ref(context, solver)
    if (longest !== undefined) {
      const parameters = Z3.mk_params(context)
      Z3.params_inc_ref(context, parameters)
      Z3.params_set_uint(context, parameters, Z3.mk_string_symbol(context, 'timeout'), longest * 1_000)
      Z3.solver_set_params(context, solver, parameters)
    }
    Z3.solver_from_string(context, solver, script)
    const wrong = Z3.get_error_code(context)
    if (wrong !== Z3_error_code.Z3_OK) throw new Error(`Z3 does not understand a theorem: ${Z3.get_error_msg(context, wrong)}`)
    const answer = await Z3.solver_check(context, solver)
    Z3.solver_dec_ref(context, solver)
    Z3.del_context(context)
    return answer === Z3_lbool.Z3_L_FALSE ? 'unsat' : answer === Z3_lbool.Z3_L_TRUE ? 'sat' : 'unknown'
  }
}
