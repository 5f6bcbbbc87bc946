import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'

const arrivalLimitMs = 15_000

export interface Mailbox {
  /** For `SMTP_URL`. */
  readonly url: string
  /** Where each mail lies as a file. */
  readonly folder: string
  close: () => Promise<void>
}

/** A mail server that keeps what it is sent in a folder, for journeys that go on with a link of a mail. */
export async function openMailbox(): Promise<Mailbox> {
  const folder = await mkdtemp(join(tmpdir(), 'callboard-mails-'))
  let received = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      const recipients = session.envelope.rcptTo.map(({ address }) => address).join(' ')
      const file = createWriteStream(join(folder, `${String(received++).padStart(4, '0')} ${recipients}`))
      pipeline(stream, file, done)
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${portOf(server.server.address())}`,
    folder,
    close: async () => {
      await new Promise<void>((resolve) => server.close(() => resolve()))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the mail server has no port')
  return address.port
}

/** The text of the newest mail to somebody, once it is there. */
export async function mailTo(folder: string, recipient: string): Promise<string> {
  const until = Date.now() + arrivalLimitMs
  while (Date.now() < until) {
    const names = await readdir(folder)
    const newest = names
      .toSorted()
      .findLast((name) => name.toLowerCase().split(' ').includes(recipient.toLowerCase()))
    const mail = newest === undefined ? '' : await readFile(join(folder, newest), 'utf8')
    // It is there when its end is.
    if (mail.endsWith('\n')) return decode(mail)
    await wait(100)
  }
  throw new Error(`no mail came to ${recipient}`)
}

/** Quoted-printable, in which long lines are broken. */
function decode(mail: string): string {
  if (!/^content-transfer-encoding: quoted-printable/im.test(mail)) return mail
  return mail
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
