import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { uploadRecording } from '@callboard/contract/recordings'
import { afterAll, expect, inject, it } from 'vitest'
import { z } from 'zod'
import { openEmbeddedPostgres } from '#server/db/postgres/postgres.ts'
import { callId } from '#server/db/call-id.ts'
import { sweepFiles } from './storage.ts'
import { openFolderStore } from '#server/lib/files/file-store.ts'
import { Factory } from '#test/factory.ts'
import { samplesOf, soundFixture } from '#test/clients/recordings.ts'
import { Program } from '#test/program.ts'
import { killPortal, type RunningPortal, startPortal } from '#test/running-portal.ts'
import { randomOf, seeds, times } from '#test/soak.ts'
import { copyTemplate } from '#test/template.ts'

const tones = soundFixture('tones.wav')
const rate = 8000
/** When keys are pressed in it, in seconds. */
const pressed = [0.36, 0.76, 1.16]
const dayMs = 24 * 3_600_000

let folder = ''
let customerId = ''
let key = ''
/** Who may hear what is redacted, and who may hear all. */
let listener = ''
let auditor = ''
let portal: Pick<RunningPortal, 'process'> | undefined
/** The hash of each recording that was acknowledged, by its id. */
const acknowledged = new Map<string, string>()
/** By their names how many days ago the calls began. */
const ages = new Map<string, number>()
const held: string[] = []

async function begin(): Promise<void> {
  await end()
  acknowledged.clear()
  ages.clear()
  held.length = 0
  folder = mkdtempSync(join(tmpdir(), 'callboard-kill-'))
  copyTemplate(folder)
  const postgres = await openEmbeddedPostgres(join(folder, 'postgres'))
  const make = new Factory(postgres.db)
  customerId = (await make.customer()).id
  key = await make.apiKey(customerId)
  const claims = ['reporting.call.details'] as const
  listener = (await make.user({ customerId, claims })).token
  auditor = (await make.user({ customerId, claims: [...claims, 'recording.unredacted'] })).token
  await postgres.close()
}

async function end(): Promise<void> {
  if (portal !== undefined) await killPortal(portal)
  if (folder !== '') rmSync(folder, { recursive: true, force: true })
}

afterAll(end)

const idOf = (name: string) => callId(customerId, 'api', name)

/** What is asked of a portal that may be gone at any moment: then there is no answer. */
async function ask(
  url: string,
  token: string,
  options: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
): Promise<Response | undefined> {
  const { headers, ...given } = options
  const answer = await fetch(url, {
    ...given,
    headers: { authorization: `Bearer ${token}`, ...headers },
  }).catch(() => undefined)
  if (answer !== undefined && answer.status >= 500 && answer.status !== 503)
    throw new Error(`${url} ${answer.status} ${await answer.text()}`)
  return answer
}

const json = { 'content-type': 'application/json' }

async function sendCalls({ url }: RunningPortal, count: number): Promise<void> {
  const calls = Array.from({ length: count }, (_, at) => {
    const name = `call-${at}`
    ages.set(name, 10 + at * 3)
    return {
      externalCallId: name,
      direction: 'inbound',
      trackingNumber: '+12125550100',
      startedAt: new Date(Date.now() - (10 + at * 3) * dayMs).toISOString(),
      duration: 2,
    }
  })
  const answer = await ask(`${url}/api/calls`, key, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(calls),
  })
  expect(answer?.status).toBe(200)
}

let made = 0

/** Uploads recording after recording until the portal is gone, and a transcript for some of them. */
async function keepUploading({ url }: RunningPortal): Promise<void> {
  for (;;) {
    const sound = Buffer.from(tones)
    sound.writeUInt32LE(++made, sound.length - 4)
    const path = `/api/calls/${idOf(`call-${made % ages.size}`)}/recording`
    const answer = await ask(url + path, key, {
      method: 'PUT',
      headers: { 'content-type': 'audio/wav' },
      body: sound,
    })
    const text = await answer?.text().catch(() => undefined)
    if (answer === undefined || text === undefined) return
    if (answer.status !== 201) {
      // The call is on its way into the tables, or has as many as one may have.
      if (![404, 409, 503].includes(answer.status)) throw new Error(`${answer.status} ${text}`)
      await wait(20)
      continue
    }
    const { id, sha256 } = uploadRecording.response.parse(JSON.parse(text))
    expect(sha256).toBe(createHash('sha256').update(sound).digest('hex'))
    acknowledged.set(id, sha256)
    if (made % 3 > 0) continue
    const turns = [{ speaker: 'caller', start: 1.5, end: 1.7, text: 'It is 4111 1111 1111 1111' }]
    const body = JSON.stringify({ turns })
    await ask(`${url}/api/callrecording/${id}/transcript`, key, { method: 'PUT', headers: json, body })
  }
}

/** Listens without the right to originals until the portal is gone. */
async function keepListening({ url }: RunningPortal): Promise<void> {
  for (let at = 0; ; at += 7) {
    const id = [...acknowledged.keys()][at % Math.max(1, acknowledged.size)]
    if (id === undefined) {
      await wait(10)
      continue
    }
    const original = await ask(`${url}/api/callrecording/${id}?redacted=false`, listener)
    if (original === undefined) return
    expect([403, 404, 503]).toContain(original.status)
    const heard = await ask(`${url}/api/callrecording/${id}`, listener)
    const bytes = await heard?.arrayBuffer().catch(() => undefined)
    if (bytes === undefined) return
    if (heard?.status === 200) expectRedacted(Buffer.from(bytes))
  }
}

async function bytesOf(answer: Response | undefined): Promise<Buffer> {
  return answer === undefined ? Buffer.alloc(0) : Buffer.from(await answer.arrayBuffer())
}

function expectRedacted(sound: Buffer): void {
  expect(sound.length).toBe(tones.length)
  for (const samples of samplesOf(sound)) {
    for (const second of pressed) expect(samples[Math.round(second * rate)]).toBe(0)
  }
}

const Status = z.object({ redactionStatus: z.string() })

async function expectAllReady(running: RunningPortal): Promise<void> {
  for (const [id, sha256] of acknowledged) {
    const path = `${running.url}/api/callrecording/${id}`
    const statusOf = async () => {
      const answer = await ask(path, listener, { headers: { accept: 'application/json' } })
      return Status.parse(await answer?.json()).redactionStatus
    }
    await expect.poll(statusOf).toBe('redacted')
    const original = await ask(`${path}?redacted=false`, auditor)
    const bytes = await bytesOf(original)
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
    const heard = await ask(path, listener)
    expectRedacted(await bytesOf(heard))
  }
}

/** Of each recording there are two files, and no others once what was left is swept. */
async function expectWholeFiles(): Promise<{ callIds: string[]; deleted: Map<string, number> }> {
  const postgres = await openEmbeddedPostgres(join(folder, 'postgres'))
  const { db } = postgres
  const files = await openFolderStore(join(folder, 'recordings'))
  await db
    .updateTable('recording_file')
    .set({ at: new Date(Date.now() - 2 * dayMs) })
    .execute()
  await sweepFiles({ db, files })
  const rows = await db.selectFrom('recording').selectAll().execute()
  expect(rows.filter((row) => row.redaction_status !== 'redacted' || row.worked_until !== null)).toEqual([])
  const keys = rows.flatMap((row) => [row.original_key ?? '', row.redacted_key ?? ''])
  const known = await db.selectFrom('recording_file').select('key').execute()
  expect(known.map((file) => file.key).toSorted()).toEqual(keys.toSorted())
  expect(readdirSync(join(folder, 'recordings')).toSorted()).toEqual(keys.toSorted())
  const contents = await db.selectFrom('recording_content').select('recording_id').execute()
  expect(contents).toHaveLength(rows.length)
  const deletions = await db.selectFrom('retention_deletion').select(['kind', 'count']).execute()
  await postgres.close()
  const deleted = new Map<string, number>()
  for (const { kind, count } of deletions) deleted.set(kind, (deleted.get(kind) ?? 0) + count)
  return { callIds: rows.map((row) => row.call_id), deleted }
}

it(
  'every acknowledged recording survives kills, ends redacted, and no other file is left',
  { tags: ['soak'] },
  async () => {
    for (const seed of seeds(1, 3)) {
      const random = randomOf(seed)
      await begin()
      for (let kill = 0; kill < times(1, 20); kill++) {
        const running = await startPortal(folder)
        portal = running
        if (kill === 0) await sendCalls(running, times(4, 90))
        const before = acknowledged.size
        const working = [keepUploading(running), keepUploading(running), keepListening(running)]
        await expect.poll(() => acknowledged.size, { interval: 5 }).toBeGreaterThan(before)
        await wait(random() * times(200, 2000))
        await killPortal(running)
        await Promise.all(working)
      }
      const last = await startPortal(folder)
      portal = last
      await expectAllReady(last)
      await holdSome(last)
      await killPortal(last)
      const { callIds } = await expectWholeFiles()
      expect(callIds.length).toBeGreaterThanOrEqual(acknowledged.size)
      await deleteUnderKills(random, callIds)
    }
  },
)

async function holdSome({ url }: RunningPortal): Promise<void> {
  const body = JSON.stringify({ userName: 'admin', password: inject('adminPassword') })
  const answer = await ask(`${url}/api/auth/login`, '', { method: 'POST', headers: json, body })
  const { token } = z.object({ token: z.string() }).parse(await answer?.json())
  for (const name of [...ages.keys()].filter((_, at) => at % 7 === 2)) {
    const reason = JSON.stringify({ reason: 'Case' })
    const put = await ask(`${url}/api/calls/${idOf(name)}/hold`, token, {
      method: 'PUT',
      headers: json,
      body: reason,
    })
    expect(put?.status).toBe(200)
    held.push(idOf(name))
  }
}

/** Retention with shorter and shorter times, by turns of recordings and calls, killed each time; the last time it ends. */
async function deleteUnderKills(random: () => number, recorded: string[]): Promise<void> {
  const rounds = times(0, 20)
  const script = join(import.meta.dirname, '../../../../test/recordings/delete-old-process.ts')
  let kept = { calls: 0, recordings: 0 }
  for (let round = 1; round <= rounds; round++) {
    const days = 280 - round * 10
    kept = round % 2 === 0 ? { calls: days, recordings: days - 10 } : { calls: days + 20, recordings: days }
    const isLast = round === rounds
    const args = [`--calls=${kept.calls}`, `--recordings=${kept.recordings}`, `--errors=${isLast ? 0 : 0.2}`]
    const deleting = new Program({ DATA_DIR: folder }, args, { script })
    portal = { process: deleting.child }
    await deleting.printed(isLast ? /(deleted)/ : /(deleting)/)
    await wait(isLast ? 0 : random() * 150)
    await deleting.kill()
  }
  if (rounds === 0) return
  const { callIds, deleted } = await expectWholeFiles()
  const isKept = (days: number) => (id: string) => held.includes(id) || (ageOf.get(id) ?? 0) < days
  const ageOf = new Map(Array.from(ages, ([name, age]) => [idOf(name), age]))
  expect(callIds.toSorted()).toEqual(
    recorded.filter(isKept(Math.min(kept.calls, kept.recordings))).toSorted(),
  )
  const last = await startPortal(folder)
  portal = last
  const filters = [{ field: 'customer', op: 'eq', values: [customerId] }]
  const body = { from: '2020-01-01', to: '2040-01-01', columns: ['id'], pageSize: 1000, filters }
  const answer = await ask(`${last.url}/api/reporting/calldetails`, auditor, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(body),
  })
  const { items } = z.object({ items: z.array(z.object({ id: z.string() })) }).parse(await answer?.json())
  const left = items.map(({ id }) => id)
  expect(left.toSorted()).toEqual([...ageOf.keys()].filter(isKept(kept.calls)).toSorted())
  expect(deleted.get('calls') ?? 0).toBe(ageOf.size - left.length)
  await killPortal(last)
}
