import type { Body } from '@callboard/contract/endpoint'
import type * as endpoints from '@callboard/contract/mails'
import type { Mail, MailInFull } from '@callboard/contract/mails'
import { type ListPage, mapItems } from '../../db/records/list-page.ts'
import type { Db } from '../../db/tables/schema.ts'
import { FileAnswer } from '../../http/file-answer.ts'
import { orNotFound } from '../../lib/app-error.ts'
import type { FileStore } from '../../lib/files/file-store.ts'
import { withPictures } from '../../report-engine/mails/mail-pictures.ts'
import * as store from './store.ts'

export async function listMails(db: Db, search: Body<typeof endpoints.searchMails>): Promise<ListPage<Mail>> {
  return mapItems(await store.selectMails(db, search), mailOf)
}

interface OutboxParts {
  db: Db
  /** Where attachments are. */
  files: FileStore
}

/** Throws `notFound`. */
export async function getMail({ db, files }: OutboxParts, id: string): Promise<MailInFull> {
  const { text, html, serverAnswer, attachments, ...row } = orNotFound(await store.selectMail(db, id))
  const mail = {
    ...mailOf(row),
    serverAnswer,
    attachments: attachments
      .filter(({ cid }) => cid === undefined)
      .map(({ name, contentType, bytes }) => ({ name, contentType, bytes })),
  }
  const shown = await withPictures(files, html, attachments)
  if (mail.status === 'waiting' || (mail.status === 'failed' && mail.sentAt === null))
    return { ...mail, text, html: shown, link: oneTimeLink.exec(text)?.[0] ?? null }
  return { ...mail, text: withoutTokens(text), html: shown && withoutTokens(shown), link: null }
}

/** Throws `notFound`. */
export async function getMailFile(
  { db, files }: OutboxParts,
  { id, name }: { id: string; name: string },
): Promise<FileAnswer> {
  const { attachments } = orNotFound(await store.selectMail(db, id))
  const { key, contentType } = orNotFound(attachments.find((one) => one.name === name))
  const { bytes } = orNotFound(await files.get(key))
  return new FileAnswer({ contentType, fileName: name, bytes })
}

function mailOf({ createdAt, sentAt, notBefore, ...row }: store.MailRow): Mail {
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
    nextTryAt: row.status === 'waiting' ? (notBefore?.toISOString() ?? null) : null,
  }
}

const oneTimeLink = /https?:\/\/\S+\/confirmpassword#id=[\da-f-]{36}&token=[\w-]{43}/

/** Whoever could read the link of a sent mail could choose its reader's password, and nobody would know. */
function withoutTokens(text: string): string {
  return text.replaceAll(/(\/confirmpassword#)id=[\da-f-]{36}&(?:amp;)?token=[\w-]{43}/g, '$1…')
}
