import { Client } from './client.ts'
import { elapsedMs, quantile } from './measure.ts'
import { listQuestions, type Question } from './questions.ts'
import { adminPassword } from './runtime.ts'
import type { ServerProcess } from './server-process.ts'
import type { Sizes } from './sizes.ts'
import { othersBarMs } from './stand-beside.ts'

const minuteMs = 60_000
const dayMs = 86_400_000
/** At once, of one user. */
const floodConnections = 32

/** A program of one customer asks for its newest calls, at rest and while somebody else asks more than can be answered. */
export async function askDuringFlood(
  { client }: ServerProcess,
  { apiKey, nowMs, sizes }: { apiKey: string; nowMs: number; sizes: Sizes },
) {
  const token = await client.signIn('admin', adminPassword)
  const [quick] = await listQuestions({ client, token, nowMs, calls: sizes.calls })
  if (quick === undefined) throw new Error('no questions')
  const [own, flooding] = [new Client(client.port, 1), new Client(client.port, floodConnections)]
  const askOften = async () => await timesOf(own, { ...quick, token: apiKey, rounds: sizes.floodRounds })
  await askOften()
  const atRest = await askOften()
  const ended = new AbortController()
  let answers = 0
  const flood = Array.from({ length: floodConnections }, async (_, connection) => {
    for (let round = 0; !ended.signal.aborted; round++) {
      const body = heavyBody(nowMs, round * floodConnections + connection)
      await flooding.ask({ path: '/api/reporting/runreport', token, body })
      answers += 1
    }
  })
  let meanwhile: readonly number[] = []
  const ms = await elapsedMs(async () => (meanwhile = await askOften()))
  ended.abort()
  await Promise.all(flood)
  own.close()
  flooding.close()
  const p99Ms = quantile(meanwhile, 0.99)
  return {
    question: quick.name,
    connections: floodConnections,
    floodPerSecond: answers / (ms / 1000),
    atRest: { p50Ms: quantile(atRest, 0.5), p99Ms: quantile(atRest, 0.99) },
    meanwhile: { p50Ms: quantile(meanwhile, 0.5), p99Ms },
    isKept: p99Ms < othersBarMs,
  }
}

/** Who called how often in nearly two years; each other than the ones before, so that no two are answered by one reading. */
function heavyBody(nowMs: number, round: number): string {
  const from = new Date(nowMs - 700 * dayMs + (round % 10_000) * minuteMs)
  return JSON.stringify({
    definition: {
      dimensions: [{ field: 'callerNumber' }],
      measures: ['calls', 'uniqueCallers', 'averageTalk'],
      limit: 100,
    },
    parameters: { dateRange: { from: from.toISOString(), to: new Date(nowMs).toISOString() } },
  })
}

async function timesOf(
  client: Client,
  { path, body, token, rounds }: Pick<Question, 'path' | 'body'> & { token: string; rounds: number },
): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++)
    times.push(await elapsedMs(async () => await client.ask({ path, token, body })))
  return times
}
