import { z } from 'zod'

/** The URL of a mailbox: `imaps://user:password@imap.example.com/INBOX`; without a folder it is the INBOX. */
export const ImapUrl = z
  .string()
  .max(1000)
  .refine((text) => readImapUrl(text) !== undefined, {
    error: 'must be a URL such as imaps://user:password@imap.example.com/INBOX',
  })

export interface Mailbox {
  host: string
  port: number
  /** TLS from the first byte. */
  isSecure: boolean
  /** On this machine, where nobody reads along. */
  isHere: boolean
  user: string
  password: string
  folder: string
  /** What it is, without the password. */
  name: string
}

const ports: Partial<Record<string, number>> = { 'imaps:': 993, 'imap:': 143 }

/** Undefined for what names no mailbox with a user and a password. */
export function readImapUrl(text: string): Mailbox | undefined {
  if (!URL.canParse(text) || /[\s\p{Cc}]/u.test(text)) return undefined
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text)
  const defaultPort = ports[protocol]
  if (defaultPort === undefined || hostname === '' || search !== '' || hash !== '') return undefined
  const parts = decoded([username, password, pathname.replace(/^\//, '')])
  const [user = '', word = '', folder = ''] = parts ?? []
  if (user === '' || word === '' || /\p{Cc}/u.test(user + word + folder)) return undefined
  const host = hostname.replaceAll(/^\[|\]$/g, '')
  const box = {
    host,
    port: port === '' ? defaultPort : Number(port),
    isSecure: protocol === 'imaps:',
    isHere: ['localhost', '127.0.0.1', '::1'].includes(host),
    user,
    password: word,
    folder: folder === '' ? 'INBOX' : folder,
  }
  return { ...box, name: `${box.user} ${box.host}:${box.port} ${box.folder}` }
}

function decoded(texts: readonly string[]): string[] | undefined {
  try {
    return texts.map(decodeURIComponent)
  } catch {
    return undefined
  }
}
