import type { Runtime } from '../apps/server/src/runtime.ts'
import { elapsedMs, median } from './measure.ts'
import { listQuestions } from './questions.ts'
import { listen } from './runtime.ts'

export interface AskedMeanwhile {
  question: string
  atRestMs: number
  /** With versions in the table that corrections replaced, while nothing is written. */
  correctedMs: number
  /** While corrections are written, which takes the machine's time too. */
  meanwhileMs: number
  barMs: number
  isKept: boolean
}

const correctedCalls = 1000
const dayMs = 86_400_000

/** Asks the questions at rest, with superseded versions in the table, and while calls of all months are corrected. */
export async function askDuringCorrections(
  runtime: Runtime & { apiKey: string },
  { nowMs, rounds }: { nowMs: number; rounds: number },
): Promise<AskedMeanwhile[]> {
  const { client, token, close } = await listen(runtime)
  const correct = async (note: string) => {
    const calls = Array.from({ length: correctedCalls }, (_, at) => ({
      externalCallId: `corrected-${at}`,
      direction: 'inbound',
      trackingNumber: '+18005550100',
      callerNumber: `+1415555${String(at).padStart(4, '0')}`,
      startedAt: new Date(nowMs - ((at % 700) + 1) * dayMs).toISOString(),
      note,
    }))
    await client.ask({ path: '/api/calls', token: runtime.apiKey, body: JSON.stringify(calls) })
    await runtime.ingest.relationsSettled()
  }
  await correct('first')
  const questions = await listQuestions({ client, token, nowMs })
  const askAll = async () => {
    const all: number[] = []
    for (const { path, body } of questions) {
      const ms: number[] = []
      for (let round = 0; round < rounds; round++)
        ms.push(await elapsedMs(async () => await client.ask({ path, token, body })))
      all.push(median(ms))
    }
    return all
  }
  // Past the time for which superseded versions are kept.
  await runtime.ingest.clean(Date.now() + dayMs)
  const atRest = await askAll()
  for (let round = 0; round < 5; round++) await correct(`before ${round}`)
  const corrected = await askAll()
  const ended = new AbortController()
  const correcting = (async () => {
    for (let round = 0; !ended.signal.aborted; round++) await correct(`meanwhile ${round}`)
  })()
  const meanwhile = await askAll()
  ended.abort()
  await correcting
  // What is measured next counts the calls that were there before.
  await runtime.ingest.change(async ({ number }) => {
    await runtime.calls.command({
      sql: `UPDATE calls SET seen_to = {number:UInt64} WHERE external_call_id LIKE 'corrected-%' AND seen_to = 0`,
      params: { number },
      settings: { enable_lightweight_update: 1 },
    })
  })
  await runtime.ingest.clean(Date.now() + dayMs)
  await close()
  return questions.map(({ name }, at) => {
    const [atRestMs = 0, correctedMs = 0, meanwhileMs = 0] = [atRest[at], corrected[at], meanwhile[at]]
    const barMs = 1.15 * atRestMs + 2
    return {
      question: name,
      atRestMs,
      correctedMs,
      meanwhileMs,
      barMs,
      isKept: correctedMs <= barMs,
    }
  })
}
