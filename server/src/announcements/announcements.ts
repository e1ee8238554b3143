import type { Language } from '@galx/protocol/http/errors'
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

/** Those in force at `now` (unix seconds), newest first, 50 at most. */
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
  return rows.map((row) => ({
    id: String(row.id),
    title: language === 'zh_CN' ? row.titleZh : row.titleEn,
    body: language === 'zh_CN' ? row.bodyZh : row.bodyEn,
    publishedAt: row.publishedAt,
  }))
}
