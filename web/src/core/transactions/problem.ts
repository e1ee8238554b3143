/** Why a transaction was not sent or did not work: a code and its facts as text, so that it can be stored and shown in any language. */
import type { SwapSymbol } from '@galx/protocol/products'
import type { errorTexts } from './errorTexts.ts'

export type Problem =
  /** the operator has signed that this version of the app is not safe any more */
  | { code: 'versionUnsafe'; version: string; least: string }
  | { code: 'wrongChain' }
  | { code: 'wrongGenesis' }
  /** the wallet does not say which chain it is on */
  | { code: 'chainUnnamed' }
  /** the wallet does not show its chain's first block, and the person does not go on */
  | { code: 'genesisUnknown' }
  /** the same, and the person is asked whether to send the transaction all the same */
  | { code: 'chainUnsure' }
  | { code: 'accountChanged' }
  /** amounts in wei, decimal */
  | { code: 'insufficientToken'; token: SwapSymbol | 'BNB'; needed: string; available: string }
  | { code: 'insufficientGas'; needed: string; available: string }
  /** nothing at all to pay the network fee with */
  | { code: 'noGas' }
  /** a custom error of a contract, or null where the chain gave no reason */
  | { code: 'reverted'; error: string | null; values: string[]; reason: string | null }
  | { code: 'approvalFailed'; token: SwapSymbol }
  /** the person stopped waiting for the approval to be mined */
  | { code: 'approvalLeft'; token: SwapSymbol }
  /** what a swap would give now is less than the least that was chosen; amounts in wei, decimal */
  | { code: 'priceMoved'; token: string; least: string; now: string }
  | { code: 'calldataMismatch'; field: string }
  | { code: 'chainUnreachable' }
  /** nodes answer, and refuse; `message`: in their words */
  | { code: 'nodeRefused'; message: string }
  /** no node can try the transaction, and the person is asked whether to send it all the same; `message`: the node's words, or none */
  | { code: 'untried'; message: string }
  /** the page was closed or reloaded before the wallet had answered */
  | { code: 'interrupted' }
  /** the person stopped waiting for the wallet: whether it still sends is not known */
  | { code: 'walletSilent' }
  /** the same, of a permit: an approval is asked for the next time */
  | { code: 'permitSilent' }
  /** the same, of an approval: the transaction itself is not sent any more, whatever the wallet still answers */
  | { code: 'allowanceSilent' }
  /** the wallet takes no request while an earlier one is open in it */
  | { code: 'walletPending' }
  /** of a batch: the wallet has not said for some time what became of it */
  | { code: 'batchSilent' }
  /** of a batch: the wallet that was asked for it is not connected */
  | { code: 'batchAway' }
  /** the wallet says it has the batch already: it is asked what became of it, and not asked for it again */
  | { code: 'batchDuplicate' }
  /** the wallet answered a batch with a fault, and may have sent some of it: it is not known */
  | { code: 'batchUnclear' }
  /** the wallet does not know the batch any more */
  | { code: 'batchUnknown' }
  /** the wallet gave the batch up before any of it was on the chain */
  | { code: 'batchAbandoned' }
  /** some calls of the batch are on the chain, others are not */
  | { code: 'batchPartly' }
  /** EIP-1193: the person has not let the site use the account or the method (4100) */
  | { code: 'walletUnauthorised' }
  /** the wallet does not know the method (4200, -32601) */
  | { code: 'walletUnsupported' }
  /** the wallet has lost its own connection, to every chain (4900) or to this one (4901) */
  | { code: 'walletDisconnected' }
  | { code: 'walletFault'; message: string }
  | { code: 'notPrepared'; message: string }

export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  constructor(readonly problem: Problem) {
    super(problem.code)
  }
}

/** The problem in words. */
export function describeProblem(problem: Problem, errors: ReturnType<typeof errorTexts.current>): string {
  switch (problem.code) {
    case 'insufficientToken':
      return errors.insufficientToken(problem.token, problem.needed, problem.available)
    case 'insufficientGas':
      return errors.insufficientGas(problem.needed, problem.available)
    case 'reverted': {
      const sentences: Readonly<Record<string, (...values: string[]) => string>> = errors.contract
      const sentence = problem.error === null ? undefined : sentences[problem.error]
      return (
        sentence?.(...problem.values) ??
        exchangeReason(problem.reason, errors.exchange) ??
        errors.reverted(problem.reason ?? problem.error ?? '')
      )
    }
    case 'versionUnsafe':
      return errors.versionUnsafe(problem.version, problem.least)
    case 'approvalFailed':
      return errors.approvalFailed(problem.token)
    case 'approvalLeft':
      return errors.approvalLeft(problem.token)
    case 'priceMoved':
      return errors.priceMoved(problem.token, problem.least, problem.now)
    case 'calldataMismatch':
      return errors.calldataMismatch(problem.field)
    case 'nodeRefused':
      return errors.nodeRefused(problem.message)
    case 'untried':
      return errors.untried(problem.message)
    case 'walletFault':
      return errors.walletFault(problem.message)
    case 'notPrepared':
      return errors.notPrepared(problem.message)
    default:
      return errors[problem.code]
  }
}

/** The exchange gives its reasons as text: `UniswapV2Router: EXPIRED`, elsewhere `PancakeRouter: EXPIRED`. */
function exchangeReason(
  reason: string | null,
  sentences: Readonly<Record<string, string>>,
): string | undefined {
  const name = /\b([A-Z_]+)$/.exec(reason ?? '')?.[1]
  return name === undefined ? undefined : sentences[name]
}
