import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { callId } from '../apps/server/src/db/call-id.ts'
import { elapsedMs, quantile } from './measure.ts'
import { isFlat, watchMemory } from './resident-memory.ts'
import { adminPassword, customer, openBenchRuntime } from './runtime.ts'
import type { ServerProcess, StartServer } from './server-process.ts'
import type { Sizes } from './sizes.ts'
import { othersBarMs, standBeside } from './stand-beside.ts'

const rate = 8000
const readyBarMs = 2000
const rangeBytes = 65_536

/** Takes in recordings one after the other, while somebody else uses the portal. */
export async function recordCalls(
  folder: string,
  { sizes, startServer }: { sizes: Sizes; startServer: StartServer },
) {
  const { recordings: count, recordingSeconds: seconds, ranges } = sizes
  const apiKey = await addCalls(folder, { count: count + 1, seconds })
  const server = await startServer(folder, 4)
  const { client } = server
  const token = await client.signIn('admin', adminPassword)
  const recorder = { server, apiKey, token }
  const sound = buildStereo(seconds)
  // The threads have started, and their code is compiled, before anything is measured.
  const first = await upload(recorder, 0, sound)
  await untilReady(recorder, first)
  const readyMs = await elapsedMs(async () => {
    // Another sound of the same call is another recording.
    await untilReady(recorder, await upload(recorder, 0, Buffer.from(sound).fill(0xff, 58, 100)))
  })
  const rangeMs = await readRanges(recorder, { id: first, ranges, bytes: sound.length })
  const memory = watchMemory(server, { count, countDone: async () => await countReady(recorder, count) })
  let workedMs = 0
  const others = await standBeside({ port: client.port, token, sizes }, async () => {
    workedMs = await elapsedMs(async () => {
      for (let at = 1; at <= count; at++) await upload(recorder, at, sound)
      await memory.ended
    })
  })
  await server.stop()
  return {
    count,
    seconds,
    /** Uploaded, examined and redacted. */
    perSecond: count / (workedMs / 1000),
    ...memory.seen,
    ...others,
    /** Of one alone, from its first byte sent until it may be heard. */
    readyMs,
    isReadyKept: readyMs <= readyBarMs,
    rangeP50Ms: quantile(rangeMs, 0.5),
    rangeP99Ms: quantile(rangeMs, 0.99),
    isKept: others.othersP99Ms < othersBarMs && isFlat(memory.seen),
  }
}

const startedAt = (at: number) => new Date(Date.UTC(2026, 0, 1) + at * 60_000).toISOString()

async function addCalls(
  folder: string,
  { count, seconds }: { count: number; seconds: number },
): Promise<string> {
  const runtime = await openBenchRuntime(folder)
  const { apiKey, ingest } = runtime
  const calls = Array.from({ length: count }, (_, at) => ({
    line: at + 1,
    value: {
      externalCallId: `recorded-${at}`,
      direction: 'inbound',
      trackingNumber: '+18005550100',
      startedAt: startedAt(at),
      duration: seconds,
    },
  }))
  const found = await ingest.findCustomer({ id: customer.id })
  if (found === undefined) throw new Error('the customer of the bench is missing')
  const rows = calls.map((row) => ({ ...row, raw: JSON.stringify(row.value) }))
  await ingest.accept(found, rows, { source: 'bench' })
  await ingest.relationsSettled()
  await runtime.close()
  return apiKey
}

interface Recorder {
  server: ServerProcess
  apiKey: string
  token: string
}

const Uploaded = z.object({ id: z.string() })

async function upload({ server, apiKey }: Recorder, at: number, sound: Buffer): Promise<string> {
  const path = `/api/calls/${callId(customer.id, 'bench', `recorded-${at}`)}/recording`
  const asked = { method: 'PUT', path, token: apiKey, body: sound, contentType: 'audio/wav' } as const
  return Uploaded.parse(await server.client.ask(asked)).id
}

const Status = z.object({ redactionStatus: z.string() })

async function untilReady({ server, token }: Recorder, id: string): Promise<void> {
  for (;;) {
    const answer = await server.client.ask({ path: `/api/callrecording/${id}`, token })
    const { redactionStatus } = Status.parse(answer)
    if (redactionStatus === 'clean' || redactionStatus === 'redacted') return
    if (redactionStatus === 'failed') throw new Error('a recording of the bench could not be examined')
    await sleep(10)
  }
}

/** The times of requests for a part of the sound, from places all over it. */
async function readRanges(
  { server, token }: Recorder,
  { id, ranges, bytes }: { id: string; ranges: number; bytes: number },
): Promise<number[]> {
  const path = `/api/callrecording/${id}`
  const times: number[] = []
  for (let at = 0; at < ranges; at++) {
    const start = (at * 7919 * 64) % Math.floor(bytes / 2)
    const range = `bytes=${start}-${start + rangeBytes - 1}`
    times.push(
      await elapsedMs(async () => {
        const answer = await server.client.open({ path, token, accept: 'audio/*', range })
        await answer.resume().toArray()
      }),
    )
  }
  return times
}

const Total = z.object({ total: z.int() })

/** As calls list it, of the first so many. */
async function countReady({ server, token }: Recorder, count: number): Promise<number> {
  const body = JSON.stringify({
    from: startedAt(1),
    to: startedAt(count + 1),
    filters: [{ field: 'redactionStatus', op: 'in', values: ['clean', 'redacted'] }],
    columns: ['id'],
    pageSize: 1,
    withTotal: true,
  })
  const answer = await server.client.ask({ path: '/api/reporting/calldetails', body, token })
  return Total.parse(answer).total
}

/** A caller on the left and an agent on the right, by turns, as noise that rises and falls; 8-bit mu-law. */
function buildStereo(seconds: number): Buffer {
  const frames = seconds * rate
  const header = Buffer.alloc(58)
  header.write('RIFF', 0)
  header.writeUInt32LE(50 + frames * 2, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(18, 16)
  header.writeUInt16LE(7, 20)
  header.writeUInt16LE(2, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(8, 34)
  header.writeUInt16LE(0, 36)
  header.write('fact', 38)
  header.writeUInt32LE(4, 42)
  header.writeUInt32LE(frames, 46)
  header.write('data', 50)
  header.writeUInt32LE(frames * 2, 54)
  const sound = Buffer.alloc(frames * 2, 0xff)
  let state = 1
  for (let frame = 0; frame < frames; frame++) {
    state = (state * 1_103_515_245 + 12_345) & 0x7f_ff_ff_ff
    const turn = Math.floor(frame / (4 * rate)) % 2
    const loudness = Math.round(60 * Math.abs(Math.sin(frame / 3000)))
    sound[frame * 2 + turn] = ((state >> 8) & 0x80) | (0x7f - ((state >> 16) % (loudness + 1)))
  }
  return Buffer.concat([header, sound])
}
