import type { Language } from '@galx/protocol/languages'
import type { AnnouncementItem } from '@galx/protocol/http/announcements'
import type { Queryable } from '../platform/database/connection.ts'

type Row = {
  id: number
  titleZh: string
  titleEn: string
  bodyZh: string
  bodyEn: string
  publishedAt: number
}

/** The announcements in force at `now` (unix seconds), newest first, at most 50. */
export async function listAnnouncements(
  sql: Queryable,
  language: Language,
  now: number,
): Promise<AnnouncementItem[]> {
  const rows = await sql<Row[]>`
    select id, title_zh_cn as "titleZh", title_en_us as "titleEn", body_zh_cn as "bodyZh", body_en_us as "bodyEn",
      published_at as "publishedAt"
    from galx.announcements where withdrawn_at is null and published_at <= ${now}
    order by published_at desc, id desc limit 50`
  return rows.map(({ id, publishedAt, titleZh, bodyZh, titleEn, bodyEn }) => {
    // The operator writes an announcement in Chinese and English only.
    const english = { title: titleEn, body: bodyEn }
    const texts = {
      zh_CN: { title: titleZh, body: bodyZh },
      en_US: english,
      vi_VN: english,
    } satisfies Record<Language, object>
    return { id: String(id), ...texts[language], publishedAt }
  })
}

/** The operator's announcement in Chinese and English. */
export type AnnouncementText = {
  titleZh: string
  titleEn: string
  bodyZh: string
  bodyEn: string
  /** unix seconds from which readers see the announcement */
  publishedAt: number
}

export type StoredAnnouncement = AnnouncementText & {
  id: number
  /** unix seconds; null: in force, now or later */
  withdrawnAt: number | null
}

/** All announcements, including withdrawn ones, newest first. */
export function listStored(sql: Queryable, limit: number): Promise<StoredAnnouncement[]> {
  return sql<StoredAnnouncement[]>`
    select id, title_zh_cn as "titleZh", title_en_us as "titleEn", body_zh_cn as "bodyZh", body_en_us as "bodyEn",
      published_at as "publishedAt", withdrawn_at as "withdrawnAt"
    from galx.announcements order by published_at desc, id desc limit ${limit}`
}

/** @returns null if no announcement has the number */
export async function readStored(sql: Queryable, id: number): Promise<StoredAnnouncement | null> {
  const [row] = await sql<StoredAnnouncement[]>`
    select id, title_zh_cn as "titleZh", title_en_us as "titleEn", body_zh_cn as "bodyZh", body_en_us as "bodyEn",
      published_at as "publishedAt", withdrawn_at as "withdrawnAt"
    from galx.announcements where id = ${id}`
  return row ?? null
}

/** @returns the number of the announcement @throws DataRejectedError if a text is empty or too long */
export async function publishAnnouncement(sql: Queryable, text: AnnouncementText): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into galx.announcements (title_zh_cn, title_en_us, body_zh_cn, body_en_us, published_at)
    values (${text.titleZh}, ${text.titleEn}, ${text.bodyZh}, ${text.bodyEn}, ${text.publishedAt}) returning id`
  return row!.id
}

/** Replaces the text of an announcement. A withdrawn announcement is in force again. @returns whether the number exists */
export async function updateAnnouncement(
  sql: Queryable,
  id: number,
  text: AnnouncementText,
): Promise<boolean> {
  const rows = await sql`
    update galx.announcements
    set title_zh_cn = ${text.titleZh}, title_en_us = ${text.titleEn}, body_zh_cn = ${text.bodyZh},
      body_en_us = ${text.bodyEn}, published_at = ${text.publishedAt}, withdrawn_at = null
    where id = ${id} returning id`
  return rows.length > 0
}

/** @param at unix seconds @returns whether an announcement with the number was in force, or would be later */
export async function withdrawAnnouncement(sql: Queryable, id: number, at: number): Promise<boolean> {
  const rows = await sql`
    update galx.announcements set withdrawn_at = greatest(published_at, ${at})
    where id = ${id} and withdrawn_at is null returning id`
  return rows.length > 0
}
