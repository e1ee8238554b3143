import { readFileSync } from 'node:fs'
import {
  listStored,
  publishAnnouncement,
  readStored,
  updateAnnouncement,
  withdrawAnnouncement,
  type AnnouncementText,
  type StoredAnnouncement,
} from '@galx/server/announcements/announcements'
import type { Sql } from '@galx/server/platform/database/connection'
import { DeploymentError } from '@galx/operator/deploy/deploymentError'
import { dateText } from '@galx/operator/verify/text'
import { isConfirmed, readOptions, UsageError, WRITE_HELP, WRITE_OPTIONS, type Command } from './command.ts'
import { withDatabase } from './database.ts'
import { tableLines } from './table.ts'

/** The greatest length of a title and of a body that the table accepts. */
const TITLE = 120
const BODY = 8_000
/** The number of announcements in a list. */
const LISTED = 50

export const announceCommand: Command = {
  summary: 'list, publish, change and withdraw announcements, in Chinese and English',
  help: `npm run operator -- announce --list
npm run operator -- announce --publish FILE [--at TIME] [--confirm]
npm run operator -- announce --change NUMBER --publish FILE [--at TIME] [--confirm]
npm run operator -- announce --withdraw NUMBER [--confirm]

Announcements are on the app's start page and in GET /api/announcements. They are only texts: they cannot move money.

  --list              the newest ${LISTED} announcements, including withdrawn announcements
  --publish FILE      JSON: {"zh": {"title": "…", "body": "…"}, "en": {"title": "…", "body": "…"}}. Both languages are needed; a
                      title has at most ${TITLE} letters, a body ${BODY}
  --change NUMBER     replace this announcement; a withdrawn announcement is shown again
  --withdraw NUMBER   hide it in the app; it stays in the list
  --at TIME           the time from which it is shown, such as 2026-12-01T08:00Z; default: now
${WRITE_HELP}

From the environment:
  DATABASE_URL        the servers' database

Exit code 0: done, or shown. 1: the file is invalid, there is no such announcement, or the database does not
answer. 2: the call was wrong.`,
  async run(parameters, environment, say) {
    const options = readOptions(parameters, {
      ...WRITE_OPTIONS,
      list: { type: 'boolean', default: false },
      publish: { type: 'string' },
      change: { type: 'string' },
      withdraw: { type: 'string' },
      at: { type: 'string' },
    })
    const confirmed = isConfirmed(options)
    const { publish, withdraw } = options
    const asked = [options.list || undefined, publish, withdraw].filter((one) => one !== undefined)
    if (asked.length !== 1) throw new UsageError('name one of --list, --publish FILE and --withdraw NUMBER')
    if (publish === undefined && (options.change ?? options.at) !== undefined)
      throw new UsageError('--change and --at go with --publish FILE')
    const now = Math.floor(Date.now() / 1_000)
    const at = options.at === undefined ? now : readTime(options.at)
    const text = publish === undefined ? undefined : readAnnouncement(publish, at)
    const number = readNumber('--change', options.change) ?? readNumber('--withdraw', withdraw)
    await withDatabase(environment, async (sql) => {
      if (text === undefined && number === undefined) {
        for (const line of listLines(await listStored(sql, LISTED), now)) say(line)
        return
      }
      const before = number === undefined ? undefined : await existing(sql, number)
      if (before !== undefined)
        for (const line of announcementLines(`number ${before.id} says`, before)) say(line)
      if (text === undefined && before!.withdrawnAt !== null)
        throw new DeploymentError(
          `announcement ${number} was withdrawn ${dateText(BigInt(before!.withdrawnAt))}`,
        )
      if (text !== undefined)
        for (const line of announcementLines(before === undefined ? 'new' : 'it will say', text)) say(line)
      if (!confirmed) return say('nothing was written: add --confirm')
      if (text === undefined) {
        await withdrawAnnouncement(sql, number!, now)
        return say(`announcement ${number} is withdrawn`)
      }
      if (number === undefined)
        return say(`announcement ${await publishAnnouncement(sql, text)} is published`)
      await updateAnnouncement(sql, number, text)
      say(`announcement ${number} is changed`)
    })
    return 0
  },
}

function readNumber(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw new UsageError(`${option} must be an announcement's number, not "${text}"`)
  return Number.parseInt(text, 10)
}

function readTime(text: string): number {
  const milliseconds = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$/.test(text)
    ? Date.parse(text)
    : Number.NaN
  if (Number.isNaN(milliseconds))
    throw new UsageError(`--at must be a time with its zone, such as 2026-12-01T08:00Z, not "${text}"`)
  return Math.floor(milliseconds / 1_000)
}

/** @throws DeploymentError with one line for each problem */
function readAnnouncement(path: string, publishedAt: number): AnnouncementText {
  let json: unknown
  try {
    json = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new DeploymentError(
      (error as NodeJS.ErrnoException).code === 'ENOENT'
        ? `${path} does not exist`
        : `${path} is not JSON: ${(error as Error).message}`,
    )
  }
  const faults: string[] = []
  const part = (language: 'zh' | 'en', name: 'title' | 'body', most: number): string => {
    const value = (json as Record<string, Record<string, unknown> | undefined> | null)?.[language]?.[name]
    const text = typeof value === 'string' ? value.trim() : ''
    const letters = [...text].length
    if (text === '') faults.push(`${path}: ${language}.${name} is missing`)
    else if (letters > most)
      faults.push(`${path}: ${language}.${name} has ${letters} letters, ${most} at most`)
    return text
  }
  const text = {
    titleZh: part('zh', 'title', TITLE),
    titleEn: part('en', 'title', TITLE),
    bodyZh: part('zh', 'body', BODY),
    bodyEn: part('en', 'body', BODY),
    publishedAt,
  }
  if (faults.length > 0) throw new DeploymentError(faults.join('\n'))
  return text
}

async function existing(sql: Sql, id: number): Promise<StoredAnnouncement> {
  const found = await readStored(sql, id)
  if (found === null) throw new DeploymentError(`there is no announcement ${id}`)
  return found
}

function listLines(stored: readonly StoredAnnouncement[], now: number): string[] {
  if (stored.length === 0) return ['there are no announcements']
  return tableLines(
    [
      { title: 'number', right: true },
      { title: 'from' },
      { title: 'state' },
      { title: 'zh' },
      { title: 'en' },
    ],
    stored.map(({ id, publishedAt, withdrawnAt, titleZh, titleEn }) => [
      String(id),
      dateText(BigInt(publishedAt)),
      withdrawnAt !== null ? 'withdrawn' : publishedAt > now ? 'announced for later' : 'in force',
      titleZh,
      titleEn,
    ]),
  )
}

function announcementLines(what: string, text: AnnouncementText): string[] {
  const { titleZh, titleEn, bodyZh, bodyEn, publishedAt } = text
  const indented = (body: string) => body.split('\n').map((line) => `      ${line}`)
  return [
    `${what}, from ${dateText(BigInt(publishedAt))}:`,
    `  zh  ${titleZh}`,
    ...indented(bodyZh),
    `  en  ${titleEn}`,
    ...indented(bodyEn),
  ]
}
