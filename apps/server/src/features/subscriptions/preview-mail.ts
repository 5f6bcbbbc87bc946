import { selectMailReader } from '../../db/mail-reader.ts'
import type { CallReading } from '../../db/calls/stored-calls.ts'
import { dataUrlOf } from '../../report-engine/mails/mail-pictures.ts'
import type { TemplateParts } from '../email-templates/email-templates.ts'
import type { DeliveredReport } from '../reports/running/delivered-report.ts'
import type { Caller } from '../../access/callers/caller.ts'
import { renderMail } from './render-mail.ts'
import { readMail } from './render-reading.ts'
import { nameOf } from './render-reader.ts'

export interface PreviewParts extends TemplateParts, CallReading {}

interface PreviewedMail {
  /** Whose rows it has. */
  caller: Caller
  report: DeliveredReport
  /** Who would send it. */
  ownerId: string
  /** Null for an address outside. */
  userId: string | null
  email: string
  subject: string
  emailTemplateId: string | null
}

/** The mail that somebody would get, with its chart in it; nothing of it is kept. */
export async function previewMail(
  { calls, snapshots, signal, ...parts }: PreviewParts,
  { caller, report, ownerId, userId, email, subject, emailTemplateId }: PreviewedMail,
): Promise<{ subject: string; text: string; html: string | null; rowCount: number }> {
  const { db } = parts
  const { drawn, ...read } = await snapshots.read(
    { signal },
    async ({ at, signal: during }) =>
      await readMail({ db, calls, snapshots, at, signal: during }, { caller, report }),
  )
  const [owner, person] = await Promise.all([
    selectMailReader(db, ownerId),
    userId === null ? null : selectMailReader(db, userId),
  ])
  const { timeZone } = report.run.input.terms
  const mail = await renderMail(parts, {
    run: {
      name: report.saved.name,
      subject,
      emailTemplateId,
      cause: 'test',
      schedule: { frequency: 'once', timeZone },
      savedReportId: report.saved.id,
    },
    reader: {
      caller,
      report,
      person: person ?? null,
      email,
      ownerName: owner === undefined ? '' : nameOf(owner),
      listedId: null,
    },
    reading: {
      ...read,
      snapshot: 0,
      chart: drawn && { key: '', bytes: drawn.png.length, block: drawn.block },
      files: [],
      leftOut: [],
    },
    deliveryId: '',
    secret: new Uint8Array(),
  })
  const [picture] = mail.attachments
  const withChart =
    drawn === undefined || picture?.cid === undefined
      ? mail.html
      : mail.html.replaceAll(`cid:${picture.cid}`, dataUrlOf(drawn.png, picture.contentType))
  return {
    subject: mail.subject,
    text: mail.text,
    html: withChart === '' ? null : withChart,
    rowCount: read.rowCount,
  }
}
