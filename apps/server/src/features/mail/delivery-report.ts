import PostalMime, { type Attachment } from 'postal-mime'

/** What a mail server reports of a mail that it did not deliver (RFC 3464). */
export interface DeliveryReport {
  /** Of the mail that it is about. */
  messageId: string
  /** `permanent`: it failed for good by its address. `transient`: it is late, or was given up after it was late. */
  type: 'permanent' | 'transient'
  reason: string
}

/** Thrown for a report that cannot be read. */
export class UnreadableReport extends Error {
  override readonly name = 'UnreadableReport'
}

/** So much is read of a message: in a report the original, which may be long, comes last. */
export const maxReportBytes = 256 << 10

const isStatus = /^message\/(global-)?delivery-status$/
const isOriginal = /^(message\/(rfc822|global|global-headers)|text\/rfc822-headers)$/

/**
 * Reads a message, or as much as there is of its beginning. Undefined for what is no report of a delivery, as an answer of an absent person,
 * and for one of a mail that was delivered. Throws `UnreadableReport`.
 */
export async function readDeliveryReport(message: Uint8Array): Promise<DeliveryReport | undefined> {
  const { headers, attachments } = await parse(message)
  const contentType = headers.find(({ key }) => key === 'content-type')?.value ?? ''
  if (!/^\s*multipart\/report\s*;/i.test(contentType)) return undefined
  const status = attachments.find(({ mimeType }) => isStatus.test(mimeType))
  if (status === undefined) {
    if (/report-type\s*=\s*"?delivery-status\b/i.test(contentType))
      throw new UnreadableReport('It has no part that says what became of the email.')
    return undefined
  }
  const outcome = classify(blocksOf(textOf(status)).filter((block) => block.has('action')))
  if (outcome === undefined) return undefined
  const original = attachments.find(({ mimeType }) => isOriginal.test(mimeType))
  const messageId = original && blocksOf(textOf(original))[0]?.get('message-id')
  if (messageId === undefined) throw new UnreadableReport('It does not say which mail it is about.')
  return { messageId, ...outcome }
}

async function parse(message: Uint8Array) {
  try {
    return await PostalMime.parse(message, {
      forceRfc822Attachments: true,
      maxNestingDepth: 10,
      maxHeadersSize: 64 << 10,
    })
  } catch (cause) {
    throw new UnreadableReport('It is no message that can be read.', { cause })
  }
}

/** A mail of ours has one recipient, who may stand for several: it is in vain only when it is for all of them. */
function classify(recipients: readonly Block[]): Omit<DeliveryReport, 'messageId'> | undefined {
  if (recipients.length === 0) throw new UnreadableReport('It does not say what became of the email.')
  const outcomes = recipients.map(outcomeOf)
  const isPermanent = outcomes.every((one) => one === 'permanent')
  const decisive = recipients[isPermanent ? 0 : outcomes.indexOf('transient')]
  if (decisive === undefined) return undefined
  return { type: isPermanent ? 'permanent' : 'transient', reason: reasonOf(decisive) }
}

function outcomeOf(recipient: Block): DeliveryReport['type'] | undefined {
  const action = recipient.get('action')?.toLowerCase()
  const status = recipient.get('status') ?? ''
  if (action === 'failed' && /^5\.\d{1,3}\.\d{1,3}/.test(status)) return 'permanent'
  return action === 'failed' || action === 'delayed' ? 'transient' : undefined
}

function reasonOf(recipient: Block): string {
  const said = recipient.get('diagnostic-code')?.replace(/^[\w-]+\s*;\s*/, '')
  return said ?? recipient.get('status') ?? ''
}

/** Fields by their names in lower case. */
type Block = ReadonlyMap<string, string>

/** Blocks of fields, which empty lines part. */
function blocksOf(text: string): Block[] {
  const blocks = text.replaceAll('\r\n', '\n').split(/\n[ \t]*(?=\n)/)
  return blocks
    .map((block) => {
      const lines = block
        .trim()
        .replaceAll(/\n[ \t]+/g, ' ')
        .split('\n')
      // Of a field that comes twice the first counts.
      return new Map(lines.flatMap(fieldOf).toReversed())
    })
    .filter((block) => block.size > 0)
}

function fieldOf(line: string): [string, string][] {
  const colon = line.indexOf(':')
  return colon < 1 ? [] : [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]]
}

function textOf({ content }: Attachment): string {
  return typeof content === 'string' ? content : new TextDecoder().decode(content)
}
