import { POWER_EXAMPLES } from './powerExamples.ts'
import type { Example } from './scene.ts'
import { STAKING_EXAMPLES } from './stakingExamples.ts'
import { TOKEN_EXAMPLES } from './tokenExamples.ts'

/** Every function people sign, once, with the sentence its descriptor gives it. */
export const EXAMPLES: Example[] = [...STAKING_EXAMPLES, ...POWER_EXAMPLES, ...TOKEN_EXAMPLES]
