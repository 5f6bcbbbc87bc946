import { createWriteStream, rename } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { conditionLimitMs } from '../apps/server/test/time-limits.ts'

const unfinished = '.part'

export interface Mailbox {
  /** For `SMTP_URL`. */
  readonly url: string
  /** Has a file for each mail. */
  readonly folder: string
  close: () => Promise<void>
}

/** A mail server that stores mails in a folder, for journeys that follow a link in a mail. */
export async function openMailbox(): Promise<Mailbox> {
  const folder = await mkdtemp(join(tmpdir(), 'callboard-mails-'))
  let received = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      const recipients = session.envelope.rcptTo.map(({ address }) => address).join(' ')
      const path = join(folder, `${String(received++).padStart(4, '0')} ${recipients}`)
      // Whoever waits for it reads it whole.
      pipeline(stream, createWriteStream(`${path}${unfinished}`), (error) => {
        if (error) done(error)
        else rename(`${path}${unfinished}`, path, done)
      })
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

/** The text of the newest mail to a recipient, once it has arrived. */
export async function waitForMail(folder: string, recipient: string): Promise<string> {
  return decode(await waitForRawMail(folder, recipient))
}

/** The same with its headers and parts as they were sent; the newest that is wanted. */
export async function waitForRawMail(
  folder: string,
  recipient: string,
  isWanted: (mail: string) => boolean = () => true,
): Promise<string> {
  const deadline = Date.now() + conditionLimitMs
  while (Date.now() < deadline) {
    const names = await readdir(folder)
    const received = names
      .filter((name) => !name.endsWith(unfinished))
      .filter((name) => name.toLowerCase().split(' ').includes(recipient.toLowerCase()))
      .toSorted()
    const mails = await Promise.all(received.map(async (name) => await readFile(join(folder, name), 'utf8')))
    const mail = mails.findLast(isWanted)
    if (mail !== undefined) return mail
    await wait(100)
  }
  throw new Error(`no email to ${recipient} has arrived`)
}

/** Quoted-printable breaks long lines. */
function decode(mail: string): string {
  if (!/^content-transfer-encoding: quoted-printable/im.test(mail)) return mail
  return mail
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
