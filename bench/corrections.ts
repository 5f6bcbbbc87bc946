import { cp, rm } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { byTurns, median } from './measure.ts'
import { listQuestions, type Question } from './questions.ts'
import { adminPassword } from './runtime.ts'
import type { ServerProcess, StartServer } from './server-process.ts'
import type { Sizes } from './sizes.ts'

const correctionsBefore = 5
const newestDaysAgo = 4
const dayMs = 86_400_000
const bar = 1.15

interface Portal {
  server: ServerProcess
  token: string
}

/**
 * Asks two portals by turns: that of the folder, at rest, and a copy in which calls of all months have been corrected, and
 * then are all the while. Nothing else may have the folder open.
 */
export async function askDuringCorrections(
  folder: string,
  {
    apiKey,
    nowMs,
    sizes,
    startServer,
  }: { apiKey: string; nowMs: number; sizes: Sizes; startServer: StartServer },
) {
  const { rounds, correctedCalls, correctionPauseMs: pauseMs } = sizes
  const copy = `${folder}-corrected`
  await cp(folder, copy, { recursive: true })
  const open = async (path: string): Promise<Portal> => {
    const server = await startServer(path, 4)
    return { server, token: await server.client.signIn('admin', adminPassword) }
  }
  const [rest, corrected] = [await open(folder), await open(copy)]
  const correct = async (note: string) => {
    const body = JSON.stringify(callsOf(note, { nowMs, count: correctedCalls }))
    await corrected.server.client.ask({ path: '/api/calls', token: apiKey, body })
  }
  const questions = await listQuestions({
    client: rest.server.client,
    token: rest.token,
    nowMs,
    calls: sizes.calls,
  })
  const asking = { rest, corrected, rounds }
  for (let round = 0; round <= correctionsBefore; round++) {
    await correct(`before ${round}`)
    // Else they become one insert.
    await wait(pauseMs / 4)
  }
  // By turns with a portal whose calls were never corrected.
  const after = await askAll(questions, asking)
  const ended = new AbortController()
  const correcting = (async () => {
    for (let round = 0; !ended.signal.aborted; round++) {
      await correct(`meanwhile ${round}`)
      await wait(pauseMs)
    }
  })()
  // The same while corrections are written, which takes the machine's time from both.
  const meanwhile = await askAll(questions, asking)
  ended.abort()
  await correcting
  for (const { server } of [rest, corrected]) await server.stop()
  await rm(copy, { recursive: true })
  return questions.flatMap(({ name }, at) => {
    const [one, other] = [after[at], meanwhile[at]]
    return one === undefined || other === undefined ? [] : [{ question: name, after: one, meanwhile: other }]
  })
}

/**
 * A call each day of nearly two years, none of them newer than those that were made: where the newest page begins, and how
 * many calls lie near it, is to be the same in both portals.
 */
function callsOf(note: string, { nowMs, count }: { nowMs: number; count: number }) {
  return Array.from({ length: count }, (_, at) => ({
    externalCallId: `corrected-${at}`,
    direction: 'inbound',
    trackingNumber: '+18005550100',
    callerNumber: `+1415555${String(at).padStart(4, '0')}`,
    startedAt: new Date(nowMs - ((at % 700) + newestDaysAgo) * dayMs).toISOString(),
    note,
  }))
}

async function askAll(
  questions: readonly Question[],
  { rest, corrected, rounds }: { rest: Portal; corrected: Portal; rounds: number },
) {
  const all = []
  for (const { path, body } of questions) {
    const ask = async ({ server, token }: Portal) => await server.client.ask({ path, token, body })
    const { oneMs, otherMs } = await byTurns(
      async () => await ask(rest),
      async () => await ask(corrected),
      rounds,
    )
    const [atRestMs, correctedMs] = [median(oneMs), median(otherMs)]
    all.push({
      atRestMs,
      correctedMs,
      /** Least of the rounds, which other load on the machine touches least. */
      minAtRestMs: Math.min(...oneMs),
      minCorrectedMs: Math.min(...otherMs),
      isKept: correctedMs <= bar * atRestMs,
    })
  }
  return all
}
