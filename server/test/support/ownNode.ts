/** Settings for a node of one's own. Its calls cost nothing, so the node is asked whenever there may be something new. */
export const OWN_NODE = { callsPerSecond: 160, peerCallsPerSecond: 160 }

/** The same settings as environment variables of a process. */
export const OWN_NODE_ENVIRONMENT = {
  RPC_CALLS_PER_SECOND: String(OWN_NODE.callsPerSecond),
  RPC_PEER_CALLS_PER_SECOND: String(OWN_NODE.peerCallsPerSecond),
}
