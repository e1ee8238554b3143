/** Memory in which answers are put together. It is kept for those that follow: to ask for the memory of a large answer costs more than to fill it. */

/** Bytes that an answer has at least, so that a small one never needs more. */
const LEAST = 65_536
/** Rooms that are kept: one for each answer that the indexer waits for at once. */
const MOST_KEPT = 4
/** Bytes that are kept at most, in all rooms together. A range as large as the indexer asks for takes half of it. */
const MOST_BYTES = 64 * 1024 * 1024

/** From the smallest to the largest. */
const kept: Buffer[] = []

/** @returns the smallest kept room of at least `bytes`, or one of that size; it is the caller's alone until it comes back */
export function takeRoom(bytes: number): Buffer {
  const place = kept.findIndex(({ length }) => length >= bytes)
  return place < 0 ? Buffer.allocUnsafeSlow(Math.max(bytes, LEAST)) : kept.splice(place, 1)[0]!
}

/** Keeps a room that `takeRoom` gave, unless larger ones are kept already. Its caller must not use it afterwards. */
export function giveBack(room: Buffer): void {
  if (room.length > MOST_BYTES) return
  kept.push(room)
  kept.sort((one, other) => one.length - other.length)
  while (kept.length > MOST_KEPT || roomsKept().bytes > MOST_BYTES) kept.shift()
}

/** How much memory waits for answers. */
export function roomsKept(): { rooms: number; bytes: number } {
  return { rooms: kept.length, bytes: kept.reduce((sum, { length }) => sum + length, 0) }
}
