export { refreshChain } from './poller.ts'
