import { SMTPServer } from 'smtp-server'
import { parseMail } from '../apps/server/test/parse-mail.ts'

// A mail server that takes all, as a process of its own: what it does does not count as the portal's time. Tells whoever
// started it its port, and of each mail when it came and how many rows the file in it has.

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  disableReverseLookup: true,
  logger: false,
  onData: (stream, _session, done) => {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      const atMs = Date.now()
      done()
      process.send?.({ atMs, rows: countRows(Buffer.concat(chunks).toString()) })
    })
  },
})
server.listen(0, '127.0.0.1', () => {
  const address = server.server.address()
  process.send?.({ port: typeof address === 'object' ? address?.port : undefined })
})

/** In its CSV file, without the head. */
function countRows(mail: string): number {
  const file = parseMail(mail).files.find(({ type }) => type === 'text/csv')
  return file === undefined ? 0 : file.bytes.toString().trimEnd().split('\n').length - 1
}
