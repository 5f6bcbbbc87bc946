/** A part of a mail that holds something, not other parts. */
export interface MailPart {
  /** By their names in lower case. */
  headers: ReadonlyMap<string, string>
  type: string
  /** Undefined for one that is no file. */
  name: string | undefined
  bytes: Buffer
}

export interface ParsedMail {
  headers: ReadonlyMap<string, string>
  parts: readonly MailPart[]
  text: string
  html: string
  /** The files, without pictures that the text shows. */
  files: readonly MailPart[]
}

/** A mail as a mail program reads it, of those that the portal sends. */
export function parseMail(raw: string): ParsedMail {
  const { headers } = split(raw)
  const parts = partsOf(raw)
  const bodyOf = (type: string) => parts.find((part) => part.type === type && part.name === undefined)
  return {
    headers,
    parts,
    text: bodyOf('text/plain')?.bytes.toString() ?? '',
    html: bodyOf('text/html')?.bytes.toString() ?? '',
    files: parts.filter((part) => part.name !== undefined && !part.headers.has('content-id')),
  }
}

function split(raw: string): { headers: Map<string, string>; body: string } {
  const end = raw.indexOf('\r\n\r\n')
  const lines = raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = lines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
  })
  return { headers: new Map(headers), body: raw.slice(end + 4) }
}

function partsOf(raw: string): MailPart[] {
  const { headers, body } = split(raw)
  const contentType = headers.get('content-type') ?? 'text/plain'
  const boundary = /boundary="([^"]+)"/.exec(contentType)?.[1]
  if (boundary !== undefined) {
    const inner = body.split(`--${boundary}`).slice(1, -1)
    return inner.flatMap((part) => partsOf(part.replace(/^\r\n/, '').replace(/\r\n$/, '')))
  }
  const type = contentType.split(';')[0] ?? ''
  const disposition = headers.get('content-disposition') ?? ''
  return [{ headers, type, name: fileNameOf(disposition), bytes: decoded(headers, body) }]
}

/** RFC 2231 splits long names. */
function fileNameOf(disposition: string): string | undefined {
  const pieces = Array.from(
    disposition.matchAll(/filename(?:\*\d*)?\*?=(?:"([^"]*)"|([^;\s]+))/g),
    ([, quoted, plain]) => quoted ?? plain ?? '',
  )
  if (pieces.length === 0) return undefined
  return decodeURIComponent(pieces.join('').replace(/^utf-8''/i, ''))
}

function decoded(headers: ReadonlyMap<string, string>, body: string): Buffer {
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase()
  if (encoding === 'base64') return Buffer.from(body, 'base64')
  if (encoding !== 'quoted-printable') return Buffer.from(body)
  const bytes = body
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1')
}
