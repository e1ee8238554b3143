/** The reason why a transaction was not sent or failed: a code and its facts as text, so that it can be stored and shown in any language. */
import type { SwapSymbol } from '@galx/protocol/products'
import type { errorTexts } from './errorTexts.ts'

export type Problem =
  /** the operator has signed that this version of the app is no longer safe */
  | { code: 'versionUnsafe'; version: string; least: string }
  | { code: 'wrongChain' }
  | { code: 'wrongGenesis' }
  /** the wallet does not name its chain */
  | { code: 'chainUnnamed' }
  /** the wallet does not show its chain's first block, and the person does not go on */
  | { code: 'genesisUnknown' }
  /** the wallet does not show its chain's first block, and the person is asked whether to send anyway */
  | { code: 'chainUnsure' }
  | { code: 'accountChanged' }
  /** amounts in wei, decimal */
  | { code: 'insufficientToken'; token: SwapSymbol | 'BNB'; needed: string; available: string }
  | { code: 'insufficientGas'; needed: string; available: string }
  /** the account has no coin at all for the network fee */
  | { code: 'noGas' }
  /** a custom error of a contract; null if the chain gave no reason */
  | { code: 'reverted'; error: string | null; values: string[]; reason: string | null }
  | { code: 'approvalFailed'; token: SwapSymbol }
  /** the person stopped waiting for the approval to be mined */
  | { code: 'approvalLeft'; token: SwapSymbol }
  /** a swap would now give less than the chosen minimum; amounts in wei, decimal */
  | { code: 'priceMoved'; token: string; least: string; now: string }
  | { code: 'calldataMismatch'; field: string }
  | { code: 'chainUnreachable' }
  /** nodes answer with a refusal; `message`: the nodes' words */
  | { code: 'nodeRefused'; message: string }
  /** no node can simulate the transaction, and the person is asked whether to send it anyway; `message`: the node's words, may be empty */
  | { code: 'untried'; message: string }
  /** the page was closed or reloaded before the wallet had answered */
  | { code: 'interrupted' }
  /** the person stopped waiting for the wallet, which may still send the transaction */
  | { code: 'walletSilent' }
  /** the person stopped waiting for a permit: the next attempt asks for an approval */
  | { code: 'permitSilent' }
  /** the person stopped waiting for the wallet's answer to an approval: the transaction itself is not sent, even if the wallet answers later */
  | { code: 'allowanceSilent' }
  /** the wallet accepts no request while an earlier request is open */
  | { code: 'walletPending' }
  /** the wallet has not reported the state of a batch for some time */
  | { code: 'batchSilent' }
  /** the wallet that received a batch is not connected */
  | { code: 'batchAway' }
  /** the wallet says that it already has the batch: the app asks for the batch's status and does not send the batch again */
  | { code: 'batchDuplicate' }
  /** the wallet answered a batch with an error, and may have sent some of it */
  | { code: 'batchUnclear' }
  /** the wallet no longer knows the batch */
  | { code: 'batchUnknown' }
  /** the wallet abandoned the batch before any call was on the chain */
  | { code: 'batchAbandoned' }
  /** some calls of the batch are on the chain, others are not */
  | { code: 'batchPartly' }
  /** EIP-1193: the person has not let the site use the account or the method (4100) */
  | { code: 'walletUnauthorised' }
  /** the wallet does not know the method (4200, -32601) */
  | { code: 'walletUnsupported' }
  /** the wallet has lost its own connection, to every chain (4900) or to this chain (4901) */
  | { code: 'walletDisconnected' }
  | { code: 'walletFault'; message: string }
  | { code: 'notPrepared'; message: string }

export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  constructor(readonly problem: Problem) {
    super(problem.code)
  }
}

/** The text of the problem. */
export function describeProblem(problem: Problem, errors: ReturnType<typeof errorTexts.current>): string {
  switch (problem.code) {
    case 'insufficientToken':
      return errors.insufficientToken(problem.token, problem.needed, problem.available)
    case 'insufficientGas':
      return errors.insufficientGas(problem.needed, problem.available)
    case 'reverted': {
      const sentences: Readonly<Record<string, (...values: string[]) => string>> = errors.contract
      const sentence = problem.error === null ? undefined : sentences[problem.error]
      // A server gives an error's name without its values.
      const told = sentence === undefined || problem.values.length < sentence.length ? undefined : sentence
      return (
        told?.(...problem.values) ??
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

/** The exchange gives its reasons as text: `UniswapV2Router: EXPIRED`, on other networks `PancakeRouter: EXPIRED`. */
function exchangeReason(
  reason: string | null,
  sentences: Readonly<Record<string, string>>,
): string | undefined {
  const name = /\b([A-Z_]+)$/.exec(reason ?? '')?.[1]
  return name === undefined ? undefined : sentences[name]
}
