import { POWER_EXAMPLES } from './powerExamples.ts'
import type { Example } from './scene.ts'
import { STAKING_EXAMPLES } from './stakingExamples.ts'
import { TOKEN_EXAMPLES } from './tokenExamples.ts'

/** Each function that people sign appears once, with the sentence of its descriptor. */
export const EXAMPLES: Example[] = [...STAKING_EXAMPLES, ...POWER_EXAMPLES, ...TOKEN_EXAMPLES]
