import { z } from 'zod'
import type { Runtime } from '../apps/server/src/runtime.ts'
import { byTurns, median } from './measure.ts'
import { listen } from './runtime.ts'
import { listQuestions, type Question } from './questions.ts'
import type { Sizes } from './sizes.ts'

/** What the API may take beyond the engine alone. */
const bars = {
  details: (engineMs: number) => 1.5 * engineMs + 5,
  report: (engineMs: number) => 1.3 * engineMs + 5,
} as const

/**
 * Asks the engine and the API by turns, both through the very same store of this process: what differs is all that the
 * portal adds — HTTP, session, rights, plan, checks and JSON.
 */
export async function compare(
  runtime: Runtime,
  {
    nowMs,
    sizes: { calls, rounds },
    onDone,
  }: { nowMs: number; sizes: Sizes; onDone: (question: string) => void },
) {
  const { client, token, close } = await listen(runtime)
  const compared = []
  for (const question of await listQuestions({ client, token, nowMs, calls })) {
    const askEngine = async () => await rowsOf(runtime, question)
    const askApi = async () => await client.ask({ path: question.path, token, body: question.body })
    refuseOther(question, await askEngine(), await askApi())
    const { oneMs, otherMs } = await byTurns(askEngine, askApi, rounds)
    const [engineMs, apiMs] = [median(oneMs), median(otherMs)]
    const barMs = bars[question.kind](engineMs)
    const row = {
      question: question.name,
      engineMs,
      apiMs,
      ratio: apiMs / engineMs,
      barMs,
      isKept: apiMs <= barMs,
    }
    compared.push(row)
    onDone(row.question)
  }
  await close()
  return compared
}

const Row = z.record(z.string(), z.unknown())

async function rowsOf({ calls }: Runtime, { sql, params }: Question): Promise<Record<string, unknown>[]> {
  return await calls.query({ sql, params, row: Row })
}

/** Comparing two different questions would be pointless. */
function refuseOther(question: Question, rows: Record<string, unknown>[], answer: unknown): void {
  const [engine, api] = [question.ofEngine(rows), question.ofApi(answer)]
  if (engine.length > 0 && JSON.stringify(engine) === JSON.stringify(api)) return
  throw new Error(
    `${question.name}: the engine and the API answer differently (${engine.length}, ${api.length} rows)`,
  )
}
