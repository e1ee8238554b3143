/** A calendar file (RFC 5545). */

export type CalendarEvent = {
  /** an event keeps its id in every file, so that a calendar replaces the old event */
  id: string
  /** unix seconds */
  at: number
  title: string
  text: string
}

const MOST_OCTETS = 75

/** @param now unix seconds @param host the app's host, for the events' ids */
export function calendarFile(events: readonly CalendarEvent[], now: number, host: string): string {
  const lines = events.flatMap(({ id, at, title, text }) => [
    'BEGIN:VEVENT',
    `UID:${id}@${host}`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(at)}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(text)}`,
    'END:VEVENT',
  ])
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//GALX//dates//EN', ...lines, 'END:VCALENDAR']
    .map((line) => `${folded(line)}\r\n`)
    .join('')
}

function utc(at: number): string {
  return new Date(at * 1_000).toISOString().replace(/[-:]|\.\d{3}/g, '')
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')
}

/** Continues a long line on the next line, which begins with a space. Does not divide a character. */
function folded(line: string): string {
  let octets = 0
  let result = ''
  for (const character of line) {
    const size = new TextEncoder().encode(character).length
    if (octets + size > MOST_OCTETS) {
      result += '\r\n '
      octets = 1
    }
    result += character
    octets += size
  }
  return result
}
