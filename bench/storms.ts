import { connect } from 'node:net'
import { login } from '@callboard/contract/auth'
import { adminPassword } from './runtime.ts'
import type { StartServer } from './server-process.ts'
import type { Sizes } from './sizes.ts'
import { othersBarMs, standBeside } from './stand-beside.ts'

const slowBarMs = 15_000

/** Many sign-ins at once, each from another address with another name, and many clients who drip their requests. */
export async function standStorms(
  folder: string,
  { sizes, startServer }: { sizes: Sizes; startServer: StartServer },
) {
  const server = await startServer(folder, 1, { TRUST_PROXY: '1', ADMIN_PASSWORD: adminPassword })
  const { port } = server.client
  const beside = { port, sizes, token: await server.client.signIn('admin', adminPassword) }
  const signIns = await standStorm(beside, {
    what: 'sign-ins at once',
    count: sizes.concurrentSignIns,
    send: async (at) => await sendSignIn(port, at),
  })
  const slow = await standStorm(beside, {
    what: 'slow sockets',
    count: sizes.slowSockets,
    send: async (at) => await drip(port, at),
  })
  await server.stop()
  return [signIns, { ...slow, isKept: slow.isKept && slow.lastMs < slowBarMs }]
}

async function standStorm(
  beside: Parameters<typeof standBeside>[0],
  { what, count, send }: { what: string; count: number; send: (at: number) => Promise<number> },
) {
  /** How many got which status; 0 for a connection that was closed without an answer. */
  const statuses: Record<number, number> = {}
  let lastMs = 0
  const others = await standBeside(beside, async () => {
    const startedMs = performance.now()
    const answered = await Promise.all(Array.from({ length: count }, async (_, at) => await send(at)))
    lastMs = performance.now() - startedMs
    for (const status of answered) statuses[status] = (statuses[status] ?? 0) + 1
  })
  const isKept = others.othersP99Ms < othersBarMs && statuses[0] === undefined
  return { what, count, statuses, lastMs, ...others, isKept }
}

function sendSignIn(port: number, at: number): Promise<number> {
  const body = JSON.stringify({ userName: `stranger-${at}`, password: 'another horse 9 battery' })
  return statusOf(port, `${headOf(`10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`, body.length)}${body}`)
}

/** By turns a byte of a header or of a body, once a second, until the portal has enough of it. */
function drip(port: number, at: number): Promise<number> {
  const head = headOf('10.9.9.9', 100_000)
  return statusOf(port, at % 2 === 0 ? head : head.replace('\r\n\r\n', '\r\nX: '), 1000)
}

function headOf(address: string, length: number): string {
  const fields = [
    'Host: x',
    `X-Forwarded-For: ${address}`,
    'Content-Type: application/json',
    'Connection: close',
  ]
  return `POST ${login.path} HTTP/1.1\r\n${fields.join('\r\n')}\r\nContent-Length: ${length}\r\n\r\n`
}

/** The status that comes back; 0 when there is none. By bare sockets, as a client of ten thousand has to be quick. */
function statusOf(port: number, request: string, everyMs?: number): Promise<number> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(request)
      if (everyMs !== undefined) timer = setInterval(() => socket.write('x'), everyMs)
    })
    socket.setEncoding('latin1')
    socket.on('data', (chunk) => (answer += String(chunk)))
    // A reset is an end like any other: what counts is whether there was an answer before.
    socket.on('error', () => {})
    socket.once('close', () => {
      clearInterval(timer)
      resolve(Number(answer.split(' ', 2)[1] ?? 0))
    })
  })
}
