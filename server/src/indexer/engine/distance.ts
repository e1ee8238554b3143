/** How far the tables are from the chain's head. The leader's loop keeps it; what works beside it reads it. */
export type Distance = {
  /** finalised blocks that are not in the tables; 0 before the first look at the chain */
  blocks: number
}
