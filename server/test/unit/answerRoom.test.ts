/** Memory that is kept from one answer of a node to the next. */
import { expect, it } from 'vitest'
import { giveBack, roomsKept, takeRoom } from '../../src/chain/rpc/answerRoom.ts'

const MEBIBYTE = 1024 * 1024

it('a large room is there for the next large answer, however many small ones came between', () => {
  const large = takeRoom(20 * MEBIBYTE)
  giveBack(large)
  for (let round = 0; round < 3; round += 1) {
    const small = Array.from({ length: 8 }, () => takeRoom(0))
    expect(new Set(small).size).toBe(8)
    // The first of them may have been given the large one, as no other was kept.
    small.forEach(giveBack)
  }
  expect(takeRoom(19 * MEBIBYTE)).toBe(large)
  giveBack(large)
})

it('a small answer takes the smallest room', () => {
  const [small, large] = [takeRoom(MEBIBYTE), takeRoom(20 * MEBIBYTE)]
  giveBack(large)
  giveBack(small)
  expect(takeRoom(0).length).toBeLessThanOrEqual(small!.length)
})

it('no more is kept than four rooms, and 64 MiB in all', () => {
  const rooms = Array.from({ length: 10 }, () => takeRoom(10 * MEBIBYTE))
  rooms.forEach(giveBack)
  expect(roomsKept().rooms).toBe(4)
  const larger = [takeRoom(50 * MEBIBYTE), takeRoom(65 * MEBIBYTE)]
  larger.forEach(giveBack)
  expect(roomsKept().bytes).toBeLessThanOrEqual(64 * MEBIBYTE)
  expect(takeRoom(50 * MEBIBYTE)).toBe(larger[0])
})
