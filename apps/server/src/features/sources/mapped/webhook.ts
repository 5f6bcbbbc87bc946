import { createHash, createHmac } from 'node:crypto'
import {
  type SourceContext,
  type SourceEvent,
  type SourceSecrets,
  WebhookRefused,
  type WebhookRequest,
  WebhookUnreadable,
} from '../adapter.ts'
import { isSameSecret } from '../../../lib/same-secret.ts'
import { jsonOfWebhook } from '../event-text.ts'
import { compileMapping } from './convert/compile-mapping.ts'
import { formObject } from './rows/form-body.ts'
import { pathReader } from './rows/json-paths.ts'
import { rowsOfValue } from './rows/json-rows.ts'
import { isReadable } from './rows/row-source.ts'

export const mappedTypes = ['application/json', 'application/x-www-form-urlencoded'] as const

/** By a signature of the body where the source names its header, else by the secret itself. Throws `WebhookRefused`. */
export function verifySecret(
  request: WebhookRequest,
  { settings }: SourceContext,
  { secret }: SourceSecrets,
): void {
  if (secret === undefined || secret === '') throw new WebhookRefused('No secret is set at the source.')
  const header = settings['signatureHeader']
  if (typeof header === 'string' && header.trim() !== '') {
    if (!isSigned(request, header.trim().toLowerCase(), secret))
      throw new WebhookRefused(`The signature in ${header.trim()} is missing, or made with another secret.`)
    return
  }
  const given =
    request.headers['x-callboard-secret'] ??
    /^Bearer (.+)$/i.exec(request.headers['authorization'] ?? '')?.[1] ??
    new URL(request.url).searchParams.get('secret') ??
    ''
  if (!isSameSecret(given, secret)) throw new WebhookRefused('The secret is missing, or another one.')
}

/** In hexadecimal or Base64, after `sha256=` or alone. */
function isSigned({ headers, body }: WebhookRequest, header: string, secret: string): boolean {
  const given = (headers[header] ?? '').replace(/^(?:sha256|v1)=/i, '').trim()
  const signature = createHmac('sha256', secret).update(body).digest()
  const isHex = isSameSecret(given.toLowerCase(), signature.toString('hex'))
  const isBase64 = isSameSecret(given, signature.toString('base64'))
  return isHex || isBase64
}

/** The rows in a body, each an event of its call. Throws `WebhookUnreadable`. */
export function eventsOfBody(request: WebhookRequest, source: SourceContext): SourceEvent[] {
  const { mapping } = source
  if (mapping === undefined)
    throw new WebhookUnreadable('The source has no mapping yet. Make one on its page first.')
  const compiled = compileMapping(mapping, source)
  const readers = compiled.columns.map(pathReader)
  const raw = request.body.toString()
  return rowsOfValue(valueOf(request), { line: 1, raw, rowsPath: mapping.rowsPath }).flatMap((row) => {
    if (!isReadable(row)) throw new WebhookUnreadable(row.description)
    const values = readers.map((read) => read(row.cells))
    if (compiled.read(values) === undefined) return []
    const callKey = compiled.callKey(values)
    if (callKey === undefined) throw new WebhookUnreadable('It does not say which call it is about.')
    const eventKey = createHash('sha256').update(JSON.stringify(row.cells)).digest('base64url')
    return [{ callKey: callKey.slice(0, 500), eventKey, body: row.cells }]
  })
}

function valueOf({ contentType, body }: WebhookRequest): unknown {
  const text = body.toString()
  return contentType === 'application/x-www-form-urlencoded' ? formObject(text) : jsonOfWebhook(text)
}
