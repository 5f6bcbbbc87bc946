import { formatTimeZone } from '@callboard/contract/format-time-zone'
import { colorsOf } from '@callboard/contract/colors'
import { formatBytes } from '@callboard/contract/format'
import { scheduleWords } from '@callboard/contract/schedule'
import { buildUnsubscribing } from '../../access/sign-in/unsubscribe-token.ts'
import type { MailAttachment } from '../../db/tables/mail-tables.ts'
import { escapeMarkup } from '../../report-engine/files/formats/markup.ts'
import { type MailBlock, noBlock } from '../../report-engine/mails/mail-block.ts'
import {
  buildSubscriptionMail,
  type BuiltMail,
  type TemplateParts,
} from '../email-templates/email-templates.ts'
import type { Reader } from './render-reader.ts'
import type { ReadFile, RunReading } from './render-reading.ts'
import type { RunToRender, WrittenFile } from './render-store.ts'
import { buildReportLink } from './report-link.ts'

export interface MailToRender {
  run: Pick<RunToRender, 'name' | 'subject' | 'emailTemplateId' | 'cause' | 'schedule' | 'savedReportId'>
  reader: Reader
  reading: RunReading
  deliveryId: string
  /** By which the tokens of links are signed. */
  secret: Uint8Array
}

export interface RenderedMail extends BuiltMail {
  headers: Record<string, string>
  attachments: MailAttachment[]
  files: WrittenFile[]
}

/** The mail of a delivery. Files that make it too large are replaced by a link that needs a sign-in. */
export async function renderMail(parts: TemplateParts, mail: MailToRender): Promise<RenderedMail> {
  const { run, reader, reading, deliveryId, secret } = mail
  const { publicUrl } = parts
  const { about, chart } = reading
  const files = withAttached(reading.files, {
    chart,
    maxBytes: reader.caller.settings.mailAttachmentMb * 1e6,
  })
  const unsubscribing =
    reader.listedId === null
      ? undefined
      : buildUnsubscribing(publicUrl, { secret, recipientId: reader.listedId })
  const cid = `${deliveryId}@callboard`
  const built = await buildSubscriptionMail(parts, {
    templateId: run.emailTemplateId,
    subject: run.subject,
    reader: reader.person ?? { userName: reader.email, firstName: '', lastName: '', email: reader.email },
    mail: {
      report: {
        name: reading.name,
        period: about.period,
        timeZone: formatTimeZone(about.timeZone),
        compared: about.compared ?? '',
        filters: about.conditions ?? '',
        rows: about.rows,
        notes: reading.notes,
      },
      subscription: { name: run.name, schedule: isRepeated(run) ? scheduleWords(run.schedule) : '' },
      owner: { name: reader.ownerName },
      link:
        reader.person === null
          ? ''
          : buildReportLink({ publicUrl, report: reader.report, period: reading.period }),
      unsubscribeLink: unsubscribing?.link ?? '',
      blocks: {
        chart: chart?.block(cid) ?? noBlock,
        table: reading.table,
        files: filesBlock({ files, leftOut: reading.leftOut, ...mail }, publicUrl),
      },
    },
  })
  return {
    ...built,
    headers: unsubscribing?.headers ?? {},
    attachments: [
      ...attachedFiles(reading.files, files),
      // A template may leave the chart out.
      ...(chart !== undefined && built.html.includes(`cid:${cid}`)
        ? [{ name: 'chart.png', contentType: 'image/png', key: chart.key, bytes: chart.bytes, cid }]
        : []),
    ],
    files,
  }
}

function isRepeated({ cause, schedule }: MailToRender['run']): boolean {
  return cause === 'schedule' && schedule.frequency !== 'once'
}

/** The smallest first, as many as there is room for. */
function withAttached(
  files: readonly ReadFile[],
  { chart, maxBytes }: { chart: RunReading['chart']; maxBytes: number },
): WrittenFile[] {
  let freeBytes = maxBytes - (chart?.bytes ?? 0)
  const attached = new Set<ReadFile>()
  for (const file of files.toSorted((one, other) => one.bytes - other.bytes)) {
    freeBytes -= file.bytes
    if (freeBytes < 0) break
    attached.add(file)
  }
  return files.map((file) => ({
    name: file.name,
    key: file.key,
    bytes: file.bytes,
    isAttached: attached.has(file),
  }))
}

function attachedFiles(read: readonly ReadFile[], written: readonly WrittenFile[]): MailAttachment[] {
  return read
    .filter(({ key }) => written.some((file) => file.key === key && file.isAttached))
    .map(({ name, contentType, key, bytes }) => ({ name, contentType, key, bytes }))
}

const { primary, text: ink } = colorsOf(false)

interface FilesOfMail extends Pick<MailToRender, 'run' | 'reader' | 'deliveryId'> {
  files: readonly WrittenFile[]
  leftOut: readonly string[]
}

/** What is attached, and where the rest is had: an address outside cannot sign in. */
function filesBlock({ run, reader, deliveryId, files, leftOut }: FilesOfMail, publicUrl: string): MailBlock {
  const lines = files.map(({ name, bytes, isAttached }) => {
    const what = `${name} (${formatBytes(bytes)})`
    if (isAttached) return { text: `Attached: ${what}`, html: `Attached: ${escapeMarkup(what)}` }
    if (reader.person === null) {
      const text = `${what} is too large for an email. Ask ${reader.ownerName} for it.`
      return { text, html: escapeMarkup(text) }
    }
    const link = `${publicUrl}/reports/saved/${run.savedReportId}/deliveries/${deliveryId}/${encodeURIComponent(name)}`
    const why = 'too large for an email, kept for 7 days'
    return {
      text: `${what}, ${why}: ${link}`,
      html: `<a class="link" href="${escapeMarkup(link)}" style="color:${primary}">${escapeMarkup(name)}</a> (${formatBytes(bytes)}, ${why})`,
    }
  })
  const all = [...lines, ...leftOut.map((text) => ({ text, html: escapeMarkup(text) }))]
  if (all.length === 0) return noBlock
  return {
    text: all.map(({ text }) => text).join('\n'),
    html: `<p class="strong" dir="auto" style="margin:20px 0 0;color:${ink};font-size:14px;line-height:1.6">${all.map(({ html }) => html).join('<br>')}</p>`,
  }
}
