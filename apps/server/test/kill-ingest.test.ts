import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { IngestAnswer } from '@callboard/contract/calls'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { z } from 'zod'
import { openEmbeddedPostgres } from '#server/db/postgres.ts'
import { cutPower } from './cut-power.ts'
import { Factory } from './factory.ts'
import { killPortal, type RunningPortal, startPortal } from './running-portal.ts'
import { seeds, times } from './soak.ts'
import { copyTemplate } from './template.ts'

const senders = 4
const adminPassword = inject('adminPassword')

let folder = ''
let key = ''
let portal: RunningPortal | undefined

/** Of each call the highest revision that was acknowledged. */
const acknowledged = new Map<string, number>()
/** Of the calls that somebody edited, the last score that was acknowledged, and those that may have been kept after it. */
const scored = new Map<string, (number | null)[]>()

/** A folder of calls that nothing has come into yet. */
async function begin(): Promise<void> {
  end()
  acknowledged.clear()
  scored.clear()
  folder = mkdtempSync(join(tmpdir(), 'callboard-kill-'))
  copyTemplate(folder)
  const postgres = await openEmbeddedPostgres(join(folder, 'postgres'))
  const make = new Factory(postgres.db)
  key = await make.apiKey((await make.customer()).id)
  await postgres.close()
}

function end(): void {
  portal?.process.kill('SIGKILL')
  if (folder !== '') rmSync(folder, { recursive: true, force: true })
}

afterAll(end)

let named = 0

/** New calls, and corrections of some that are known, in one batch. */
function nextBatch(sender: number): { externalCallId: string; revision: number }[] {
  const fresh = Array.from({ length: 1 + (named % 40) }, () => ({
    externalCallId: `s${sender}-${++named}`,
    revision: 1,
  }))
  const known = [...acknowledged].filter(([id]) => id.startsWith(`s${sender}-`))
  const corrected = known
    .filter((_, at) => (at * 7 + named) % 29 === 0)
    .slice(0, 20)
    .map(([externalCallId, revision]) => ({ externalCallId, revision: revision + 1 }))
  return [...fresh, ...corrected]
}

const day = (externalCallId: string, revision: number) =>
  1 + ((externalCallId.length * 3 + revision * 11) % 27)

/** Sends batch after batch until the portal is gone. */
async function keepSending({ url }: RunningPortal, sender: number): Promise<void> {
  for (;;) {
    const batch = nextBatch(sender)
    const calls = batch.map(({ externalCallId, revision }) => ({
      externalCallId,
      revision,
      direction: 'inbound',
      trackingNumber: '+12125550100',
      callerNumber: `+1415555${String(100 + (externalCallId.length % 9))}0`,
      // A correction also moves the call, to another month now and then.
      startedAt: `2026-0${1 + (revision % 3)}-${String(day(externalCallId, revision)).padStart(2, '0')}T10:00:00.000Z`,
      duration: 20,
      note: `revision ${revision}`,
    }))
    let rejected: unknown
    try {
      const answer = await fetch(`${url}/api/calls`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(calls),
      })
      rejected = IngestAnswer.parse(await answer.json()).rejected
    } catch (error) {
      if (error instanceof z.ZodError) throw error
      return
    }
    expect(rejected).toEqual([])
    for (const { externalCallId, revision } of batch) acknowledged.set(externalCallId, revision)
  }
}

let edits = 0

/** Sets scores of the newest calls, several at once, until the portal is gone. */
async function keepScoring({ url }: RunningPortal): Promise<void> {
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
    if (error instanceof z.ZodError || error instanceof UnexpectedAnswer) throw error
  }
}

class UnexpectedAnswer extends Error {}

const Named = z.object({ items: z.array(z.object({ id: z.string(), externalCallId: z.string() })) })
const allTimes = { from: '2025-12-01', to: '2026-06-01' }

async function ask(
  url: string,
  { method = 'POST', body, token }: { method?: string; body: object; token?: string },
): Promise<unknown> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const answer = await fetch(url, { method, headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new UnexpectedAnswer(`${answer.status} ${await answer.text()}`)
  return await answer.json()
}

async function signIn(url: string): Promise<string> {
  const body = { userName: 'admin', password: adminPassword }
  return z.object({ token: z.string() }).parse(await ask(`${url}/api/auth/login`, { body })).token
}

function waitingBatches(): string[] {
  return readdirSync(join(folder, 'spool')).filter((name) => /\.(rows|merge)$/.test(name))
}

const Found = z.object({
  items: z.array(
    z.object({
      externalCallId: z.string(),
      revision: z.int(),
      note: z.string(),
      score: z.int().nullable(),
    }),
  ),
  nextCursor: z.string().nullable(),
})

async function readAll({ url }: RunningPortal) {
  const token = await signIn(url)
  const found: z.infer<typeof Found>['items'] = []
  const asked = { ...allTimes, columns: ['externalCallId', 'revision', 'note', 'score'], pageSize: 1000 }
  for (let cursor: string | null | undefined; cursor !== null;) {
    const body = { ...asked, ...(cursor && { cursor }) }
    const page = Found.parse(await ask(`${url}/api/reporting/calldetails`, { body, token }))
    found.push(...page.items)
    cursor = page.nextCursor
  }
  return found
}

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
          const running = (portal = await startPortal(folder))
          const before = acknowledged.size
          const sending = Array.from(
            { length: senders },
            async (_, sender) => await keepSending(running, sender),
          )
          // Spread over the pauses of the flusher, so that it is met at every step.
          const scoring = keepScoring(running)
          const enough = before + 20 + (((seed + round) * 137) % 700)
          await expect.poll(() => acknowledged.size, { interval: 5 }).toBeGreaterThan(enough)
          const edited = edits
          await expect.poll(() => edits, { interval: 5 }).toBeGreaterThan(edited + (round % 3))
          await killPortal(running)
          await Promise.all([...sending, scoring])
          // Each other time the machine is gone as well.
          if (round % 2 === 1) lost += cutPower(join(folder, 'clickhouse'), seed + round)
        }
        expect(lost).toBeGreaterThan(0)
        await checkCalls()
      }
    },
  )
})

async function checkCalls(): Promise<void> {
  const last = (portal = await startPortal(folder))
  await expect.poll(waitingBatches).toEqual([])
  const found = await readAll(last)
  const ids = new Set(found.map((call) => call.externalCallId))
  expect([...acknowledged.keys()].filter((id) => !ids.has(id))).toEqual([])
  expect(found).toHaveLength(ids.size)
  // What was sent and not acknowledged may be there as well.
  const older = found.filter(
    ({ externalCallId, revision }) => revision < (acknowledged.get(externalCallId) ?? 0),
  )
  expect(older).toEqual([])
  expect(found.filter(({ revision, note }) => note !== `revision ${revision}`)).toEqual([])
  const wrong = found.filter(
    ({ externalCallId, score }) => !(scored.get(externalCallId) ?? [null]).includes(score),
  )
  expect(wrong).toEqual([])
  await killPortal(last)
}
