import type { Body } from '@callboard/contract/endpoint'
import type * as endpoints from '@callboard/contract/mails'
import type { Mail, MailInFull } from '@callboard/contract/mails'
import type { Kysely } from 'kysely'
import { type ListPage, mapItems } from '../../db/list-page.ts'
import type { Database } from '../../db/schema.ts'
import { orNotFound } from '../../lib/app-error.ts'
import * as store from './store.ts'

export async function listMails(
  db: Kysely<Database>,
  search: Body<typeof endpoints.searchMails>,
): Promise<ListPage<Mail>> {
  return mapItems(await store.selectMails(db, search), mailOf)
}

/** Throws `notFound`. */
export async function getMail(db: Kysely<Database>, id: string): Promise<MailInFull> {
  const { text, html, ...row } = orNotFound(await store.selectMail(db, id))
  const mail = mailOf(row)
  if (mail.status !== 'sent') return { ...mail, text, html, link: oneTimeLink.exec(text)?.[0] ?? null }
  return { ...mail, text: withoutTokens(text), html: html === null ? null : withoutTokens(html), link: null }
}

function mailOf<Row extends store.MailRow>(row: Row) {
  return { ...row, createdAt: row.createdAt.toISOString(), sentAt: row.sentAt?.toISOString() ?? null }
}

const oneTimeLink = /https?:\/\/\S+\/confirmpassword#id=[\da-f-]{36}&token=[\w-]{43}/

/** Whoever could read the link of a sent mail could choose its reader's password, and nobody would know. */
function withoutTokens(text: string): string {
  return text.replaceAll(/(\/confirmpassword#)id=[\da-f-]{36}&(?:amp;)?token=[\w-]{43}/g, '$1…')
}
