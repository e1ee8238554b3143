/** Errors of nodes, in the node's own words. viem passes them through unchanged. */
import { BaseError, RpcRequestError } from 'viem'
import { isRevert } from '@galx/protocol/nodeErrors'
import type { Refusal, RefusalKind } from '@galx/protocol/nodeRefusals'

/** A node did not answer, or refused. The message is one line. */
export class NodeError extends BaseError {
  constructor(message: string, name: string) {
    super(message, { name })
    this.message = message
  }
}

/** The request or its answer was lost. */
export class NodeSilentError extends NodeError {
  /** whether a smaller request could succeed */
  readonly tooLarge: boolean
  constructor(node: string, reason: string, tooLarge: boolean) {
    super(`${node} does not answer: ${reason}`, 'NodeSilentError')
    this.tooLarge = tooLarge
  }
}

export class NodeRefusedError extends NodeError {
  readonly refusal: Refusal
  /** whether the connection retried until its time limit: a smaller range will not help */
  readonly isGivenUp: boolean
  /** @param waited milliseconds for which the node has refused all of these calls; null: the node may still accept them */
  constructor(node: string, method: string, refusal: Refusal, waited: number | null = null) {
    const refuses =
      waited === null || waited < 1_000
        ? `${node} refuses ${method}`
        : `${node} has refused every ${method} for ${Math.round(waited / 1_000)} s`
    super(`${ADVICE[refusal.kind]?.(node) ?? refuses}: ${refusal.message}`, 'NodeRefusedError')
    this.refusal = refusal
    this.isGivenUp = waited !== null
  }
}

const ADVICE: Partial<Record<RefusalKind, (node: string) => string>> = {
  state: (node) => `an archive is needed: ${node} no longer has the state of that block`,
  pruned: (node) => `a node that keeps all logs is needed: ${node} no longer has the logs of that time`,
  plan: (node) => `the plan of ${node} is used up`,
  credentials: (node) => `${node} does not accept the key in its address`,
}

/** @returns the node's error inside an error of viem; undefined if there is none */
export function nodeErrorOf(error: unknown): NodeError | undefined {
  if (!(error instanceof BaseError)) return undefined
  const found = error.walk((cause) => cause instanceof NodeError)
  return found instanceof NodeError ? found : undefined
}

/**
 * A handler for `catch`: it throws faults of the node, because another node may answer. Every other error is the contract's answer: a revert, or
 * bytes that do not fit the ABI. The handler then returns `value`.
 */
export function unlessNodeFault<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if (isNodeFault(error)) throw error
    return value
  }
}

function isNodeFault(error: unknown): boolean {
  if (nodeErrorOf(error) !== undefined) return true
  const refusal = error instanceof BaseError && error.walk((cause) => cause instanceof RpcRequestError)
  if (!(refusal instanceof RpcRequestError)) return false
  const { code, data, details } = refusal
  return !isRevert({ code, data, message: details })
}
