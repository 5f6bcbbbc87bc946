import type { Body, Output, Request } from '@callboard/contract/endpoint'
import type * as endpoints from '@callboard/contract/subscriptions'
import type { Delivery } from '@callboard/contract/subscriptions'
import type { Caller } from '../../access/callers/caller.ts'
import { type ListPage, mapItems } from '../../db/records/list-page.ts'
import { FileAnswer } from '../../http/file-answer.ts'
import { AppError, notFound, orNotFound } from '../../lib/app-error.ts'
import type { FileStore } from '../../lib/files/file-store.ts'
import { withPictures } from '../../report-engine/mails/mail-pictures.ts'
import { prepareDeliveredReport } from '../reports/running/delivered-report.ts'
import { findSavedReport } from '../reports/saved/saved-reports.ts'
import * as store from './delivery-store.ts'
import { serverOf, type SubscriptionParts } from './subscriptions.ts'

export function buildDelivery(caller: Caller, row: store.DeliveryRow): Delivery {
  const { userId, email, recipientName, sentAt } = row
  return {
    id: row.id,
    subscriptionId: row.subscriptionId,
    subscriptionName: row.subscriptionName,
    savedReportId: row.savedReportId,
    savedReportName: row.savedReportName,
    ownerName: row.ownerName,
    cause: row.cause,
    status: row.status,
    reason: row.reason,
    tries: row.tries,
    rowCount: row.rowCount,
    subject: row.subject,
    dueAt: row.dueAt.toISOString(),
    recipient: { userId, email, name: recipientName },
    files: row.files.map(({ name, bytes, isAttached, key }) => ({
      name,
      bytes,
      isAttached,
      isKept: key !== null,
    })),
    sentAt: sentAt?.toISOString() ?? null,
    isReadable: row.mailId !== null && isReader(caller, row),
  }
}

/** Whoever got it, and administrators: it has the rows of its recipient. */
function isReader({ isAdmin, userId }: Caller, row: Pick<store.DeliveryRow, 'userId'>): boolean {
  return isAdmin || row.userId === userId
}

/** Throws `notFound` for a saved report that the caller neither finds nor was sent. */
export async function listDeliveries(
  parts: SubscriptionParts,
  caller: Caller,
  {
    savedReportId,
    pagesize,
    ...asked
  }: Request<typeof endpoints.listDeliveries>['query'] & {
    savedReportId: string
  },
): Promise<ListPage<Delivery>> {
  const saved = await findSavedReport(parts.db, caller, savedReportId)
  const seesAll = caller.isAdmin || saved?.userId === caller.userId
  const page = await store.selectDeliveries(parts.db, await serverOf(parts), {
    page: asked.page,
    pageSize: pagesize,
    savedReportId,
    ofUser: seesAll ? undefined : caller.userId,
    subscriptionId: asked.subscriptionId,
    status: asked.status,
  })
  if (saved === undefined && page.total === 0) throw notFound()
  return mapItems(page, (row) => buildDelivery(caller, row))
}

/** For its recipient, the owners of subscription and saved report, and administrators. Throws `notFound`. */
export async function getDelivery(
  parts: SubscriptionParts,
  caller: Caller,
  key: DeliveryKey,
): Promise<Delivery> {
  const row = orNotFound(await store.selectDelivery(parts.db, await serverOf(parts), key))
  const readers = [row.userId, row.ownerId, row.savedReportOwnerId]
  if (!caller.isAdmin && !readers.includes(caller.userId)) throw notFound()
  return buildDelivery(caller, row)
}

/** Of everybody, for administrators. */
export async function searchDeliveries(
  parts: SubscriptionParts,
  caller: Caller,
  search: Body<typeof endpoints.searchDeliveries>,
): Promise<ListPage<Delivery>> {
  const page = await store.searchDeliveries(parts.db, await serverOf(parts), search)
  return mapItems(page, (row) => buildDelivery(caller, row))
}

const countedDays = 30

/** Each of the last days in the portal's zone, the earliest first, also those on which nothing was due. */
export async function getDeliveryCounts(
  parts: SubscriptionParts,
  { settings: { defaultTimeZone: timeZone } }: Caller,
): Promise<Output<typeof endpoints.getDeliveryCounts>> {
  const today = Temporal.Now.plainDateISO(timeZone)
  const first = today.subtract({ days: countedDays - 1 })
  const since = first.toZonedDateTime(timeZone).toInstant().toString()
  const rows = await store.countDeliveries(parts.db, await serverOf(parts), { since, timeZone })
  const days = Array.from({ length: countedDays }, (_, at) => first.add({ days: at }).toString())
  return {
    days: days.map((day) => ({
      day,
      counts: Object.fromEntries(
        rows.filter((row) => row.day === day).map(({ status, count }) => [status, count]),
      ),
    })),
  }
}

interface FileParts extends SubscriptionParts {
  files: FileStore
}

interface DeliveryKey {
  id: string
  savedReportId: string
}

/**
 * A delivery whose mail and files the caller may see. Throws `notFound`, and `exportGone` when its recipient may not see its
 * rows any more.
 */
async function getReadable(
  parts: SubscriptionParts,
  caller: Caller,
  key: DeliveryKey,
): Promise<store.DeliveryRow> {
  const row = orNotFound(await store.selectDelivery(parts.db, await serverOf(parts), key))
  if (!isReader(caller, row)) throw notFound()
  if (row.userId === caller.userId) await requireRowsOf(parts, caller, row)
  return row
}

/** Throws `notFound`, and `exportGone` when its recipient may not see its rows any more. */
export async function getDeliveredMail(
  { files, ...parts }: FileParts,
  caller: Caller,
  key: DeliveryKey,
): Promise<Output<typeof endpoints.getDeliveredMail>> {
  const { mailId } = await getReadable(parts, caller, key)
  if (mailId === null) throw notFound()
  const { attachments, html, ...mail } = orNotFound(await store.selectMail(parts.db, mailId))
  return { ...mail, html: await withPictures(files, html, attachments) }
}

/** Throws `exportGone` when it was deleted, or when its recipient may not see its rows any more. */
export async function getDeliveredFile(
  { files, ...parts }: FileParts,
  caller: Caller,
  { name, ...key }: DeliveryKey & { name: string },
): Promise<FileAnswer> {
  const row = await getReadable(parts, caller, key)
  const { key: fileKey } = orNotFound(row.files.find((file) => file.name === name))
  const stored = fileKey === null ? undefined : await files.get(fileKey)
  if (stored === undefined) throw new AppError('exportGone', 'The file has expired.')
  return new FileAnswer({
    contentType: 'application/octet-stream',
    fileName: name,
    bytes: stored.bytes,
    headers: { 'content-length': String(stored.size) },
  })
}

async function requireRowsOf(
  { db }: SubscriptionParts,
  caller: Caller,
  { savedReportId, scopeFingerprint, dueAt: askedAt }: store.DeliveryRow,
): Promise<void> {
  const { timeZone } = caller
  const report = await prepareDeliveredReport({ db, caller, askedAt }, { savedReportId, timeZone }).catch(
    (error: unknown) => {
      if (!(error instanceof AppError) || error.status >= 500) throw error
      throw new AppError('exportGone', 'You no longer have access to this report.', { cause: error })
    },
  )
  if (scopeFingerprint === null || scopeFingerprint === report.run.scope.fingerprint) return
  throw new AppError('exportGone', 'Your access to calls has changed since this was created.')
}
