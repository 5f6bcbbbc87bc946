import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openEmbeddedPostgres } from '#server/db/postgres/postgres.ts'
import {
  allTimes,
  ask,
  CallSource,
  nothingWrong,
  readAll,
  signIn,
  waitingBatches,
} from '#test/call-source.ts'
import { cutPower, notingSyncs } from '#test/cut-power.ts'
import { Factory } from '#test/factory.ts'
import { killPortal, type RunningPortal, startPortal } from '#test/running-portal.ts'
import { seeds, times } from '#test/soak.ts'
import { copyTemplate } from '#test/template.ts'

const senders = 4

let folder = ''
let source = new CallSource('', 40)
let portal: RunningPortal | undefined

/** Of the calls that somebody edited, the last score that was acknowledged, and those that may have been kept after it. */
const scored = new Map<string, (number | null)[]>()

/** A folder of calls that nothing has come into yet. */
async function begin(): Promise<void> {
  end()
  scored.clear()
  folder = mkdtempSync(join(tmpdir(), 'callboard-kill-'))
  copyTemplate(folder)
  const postgres = await openEmbeddedPostgres(join(folder, 'postgres'))
  const make = new Factory(postgres.db)
  source = new CallSource(await make.apiKey((await make.customer()).id), 40)
  await postgres.close()
}

function end(): void {
  portal?.process.kill('SIGKILL')
  if (folder !== '') rmSync(folder, { recursive: true, force: true })
}

afterAll(end)

/** Sends batch after batch until the portal is gone. */
async function keepSending({ url }: RunningPortal, sender: number): Promise<void> {
  for (let status: number | undefined = 200; status !== undefined; status = await source.send(url, sender))
    expect(status, source.refusal).toBe(200)
}

let edits = 0

/** Sets scores of the newest calls, several at once, until the portal is gone. */
async function keepScoring({ url, process }: RunningPortal): Promise<void> {
  try {
    const token = await signIn(url)
    for (let score = 1; ; score = (score % 100) + 1) {
      const body = { ...allTimes, columns: ['id', 'externalCallId'], sort: 'startedAt', pageSize: 20 }
      const { items } = Named.parse(await ask(`${url}/api/reporting/calldetails`, { body, token }))
      for (const { externalCallId: name } of items) scored.set(name, [...(scored.get(name) ?? [null]), score])
      const edit = { ids: items.map(({ id }) => id), score }
      if (items.length === 0) continue
      await ask(`${url}/api/calls/annotations`, { method: 'PUT', body: edit, token })
      for (const { externalCallId: name } of items) scored.set(name, [score])
      edits++
    }
  } catch (error) {
    if (!process.killed) throw error
  }
}

const Named = z.object({ items: z.array(z.object({ id: z.string(), externalCallId: z.string() })) })

describe('the portal, killed again and again while calls come in, also by power cuts', () => {
  it(
    'has every acknowledged call exactly once, with every acknowledged edit, and is back each time',
    { tags: ['soak'] },
    async () => {
      for (const seed of seeds(1, 12)) {
        await begin()
        const kills = times(2, 20)
        let lost = 0
        for (let round = 0; round < kills; round++) {
          const running = (portal = await startPortal(folder, {}, notingSyncs(folder)))
          const before = source.acknowledged.size
          const sending = Array.from(
            { length: senders },
            async (_, sender) => await keepSending(running, sender),
          )
          // Spread over the pauses of the flusher, so that it is met at every step.
          const scoring = keepScoring(running)
          const enough = before + 20 + (((seed + round) * 137) % 700)
          const orFailed = async (waiting: Promise<void>) =>
            await Promise.race([waiting, scoring, ...sending])
          await orFailed(expect.poll(() => source.acknowledged.size, { interval: 5 }).toBeGreaterThan(enough))
          const enoughEdits = edits + (round % 3)
          await orFailed(expect.poll(() => edits, { interval: 5 }).toBeGreaterThan(enoughEdits))
          await killPortal(running)
          await Promise.all([...sending, scoring])
          // Each other time the machine is gone as well.
          if (round % 2 === 1) lost += cutPower(folder, seed + round)
        }
        expect(lost).toBeGreaterThan(0)
        await checkCalls()
      }
    },
  )
})

async function checkCalls(): Promise<void> {
  const last = (portal = await startPortal(folder))
  await expect.poll(() => waitingBatches(folder)).toEqual([])
  const found = await readAll(last.url)
  expect(source.findWrong(found)).toEqual(nothingWrong)
  const wrong = found.filter(
    ({ externalCallId, score }) => !(scored.get(externalCallId) ?? [null]).includes(score),
  )
  expect(wrong).toEqual([])
  await killPortal(last)
}
