import { once } from 'node:events'
import hoodiecrow from 'hoodiecrow-imap'
import type { Socket } from 'node:net'

export interface ImapMailbox {
  /** With user and password. */
  url: string
  /** Puts a message into the mailbox; its flags show what became of it. */
  add: (raw: string) => { uid: number; flags: string[] }
  /** All that clients said. */
  said: string
  /** Closes connections instead of listening to them; may be changed. */
  isCut: boolean
  close: () => Promise<void>
}

/** A real IMAP server with one mailbox. */
export async function openImapMailbox({ isSecure = false } = {}): Promise<ImapMailbox> {
  const imap = hoodiecrow({
    plugins: ['UIDPLUS', 'LITERALPLUS'],
    users: { 'bounces@example.com': { password: 'a/secret' } },
    storage: { INBOX: { messages: [] }, '': {} },
    // By a certificate that has expired.
    secureConnection: isSecure,
  })
  const open = new Set<Socket>()
  const mailbox = { isCut: false, said: '' }
  imap.server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    socket.on('data', (data) => (mailbox.said += data.toString('latin1')))
    if (mailbox.isCut) socket.destroy()
  })
  imap.listen(0, '127.0.0.1')
  await once(imap.server, 'listening')
  const address = imap.server.address()
  if (address === null || typeof address === 'string') throw new Error('the mailbox has no port')
  return Object.assign(mailbox, {
    url: `${isSecure ? 'imaps' : 'imap'}://bounces%40example.com:a%2Fsecret@127.0.0.1:${address.port}/INBOX`,
    add: (raw: string) => imap.appendMessage('INBOX', [], new Date(), raw.replaceAll('\n', '\r\n')).message,
    close: async () => {
      for (const socket of open) socket.destroy()
      await new Promise<void>((resolve) => imap.close(resolve))
    },
  })
}
