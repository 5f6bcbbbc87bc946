import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Import, searchImports } from '@callboard/contract/imports'
import type { Mapping } from '@callboard/contract/mappings'
import { Source } from '@callboard/contract/sources'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openEmbeddedPostgres } from '#server/db/postgres/postgres.ts'
import { ask, signIn, waitingBatches } from '#test/call-source.ts'
import { asteriskFile } from '#test/clients/imports.ts'
import { Factory } from '#test/factory.ts'
import { killPortal, type RunningPortal, startPortal } from '#test/running-portal.ts'
import { seeds, some, times } from '#test/soak.ts'
import { copyTemplate } from '#test/template.ts'

const calls = 12_000

let folder = ''
let customerId = ''
let portal: RunningPortal | undefined
/** How often something was being written. */
let killed = 0

async function begin(): Promise<void> {
  end()
  folder = mkdtempSync(join(tmpdir(), 'callboard-kill-imports-'))
  copyTemplate(folder)
  mkdirSync(join(folder, 'watched'))
  const postgres = await openEmbeddedPostgres(join(folder, 'postgres'))
  customerId = (await new Factory(postgres.db).customer()).id
  await postgres.close()
}

function end(): void {
  portal?.process.kill('SIGKILL')
  if (folder !== '') rmSync(folder, { recursive: true, force: true })
}

afterAll(end)

interface Running {
  url: string
  token: string
}

async function run(): Promise<RunningPortal> {
  return (portal = await startPortal(folder, { IMPORT_FOLDERS: folder }))
}

async function open(): Promise<Running> {
  const { url } = await run()
  return { url, token: await signIn(url) }
}

async function kill(): Promise<void> {
  if (portal !== undefined) await killPortal(portal)
}

interface Way {
  name: string
  source: { kind: string; settings?: object }
  mapping?: z.input<typeof Mapping>
  file: () => string
  isWatched?: boolean
}

const column = (name: string) => ({ origin: { kind: 'columns' as const, columns: [name] } })

function mappingOf(legsBy: string[]): z.input<typeof Mapping> {
  return {
    format: 'csv',
    separator: ';',
    columns: ['Id', 'Start', 'From', 'To', 'Talk'],
    legsBy,
    numbers: { as: 'fromAndTo', from: column('From'), to: column('To') },
    fields: {
      externalCallId: [column('Id')],
      startedAt: [column('Start')],
      talkDuration: [column('Talk')],
      direction: [{ origin: { kind: 'constant', value: 'inbound' } }],
      status: [{ origin: { kind: 'constant', value: 'answered' } }],
    },
  }
}

/** Each call has as many rows. */
function mappedFile(legs: number): string {
  const rows = Array.from({ length: calls * legs }, (_, at) => {
    const call = Math.floor(at / legs)
    const start = new Date(Date.UTC(2026, 2, 2, 15) + call * 600_000).toISOString()
    return `c${call};${start};+1415555${1000 + (call % 9000)};+12125550100;${20 + (at % legs)}\n`
  })
  return `Id;Start;From;To;Talk\n${rows.join('')}`
}

const pbx = { kind: 'asterisk' }
const anySystem = { kind: 'mapped' }

const ways: readonly Way[] = [
  { name: 'rows of a mapping', source: anySystem, mapping: mappingOf([]), file: () => mappedFile(1) },
  { name: 'legs of a switch', source: pbx, file: () => asteriskFile(calls) },
  { name: 'legs of a mapping', source: anySystem, mapping: mappingOf(['Id']), file: () => mappedFile(2) },
  { name: 'a watched folder', source: pbx, file: () => asteriskFile(calls), isWatched: true },
]

async function addSource({ url, token }: Running, source: object, mapping?: Way['mapping']): Promise<string> {
  const body = { customerId, timeZone: 'UTC', ...source }
  const { id } = Source.parse(await ask(`${url}/api/source`, { body, token }))
  if (mapping === undefined) return id
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const saved = JSON.stringify({ mapping })
  await fetch(`${url}/api/source/${id}/mapping`, { method: 'PUT', headers, body: saved })
  return id
}

/** Makes a source, and has it given a file. */
async function give(running: Running, { source, mapping, file, isWatched = false }: Way): Promise<void> {
  const { url, token } = running
  const settings = isWatched ? { folder: join(folder, 'watched') } : {}
  const id = await addSource(running, { name: 'PBX', ...source, settings }, mapping)
  const text = `${file()}broken\n`
  if (isWatched) {
    writeFileSync(join(folder, 'Master.csv.part'), text)
    renameSync(join(folder, 'Master.csv.part'), join(folder, 'watched', 'Master.csv'))
    return
  }
  const answer = await fetch(`${url}/api/import?sourceId=${id}&fileName=Master.csv`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
    body: text,
  })
  expect(answer.status).toBe(201)
}

const secret = 'between us'
/** As many are listed at once. */
const maxPosts = 1000

/** Posts a call after another until it is told to end, whatever becomes of the portal; answers which were acknowledged. */
async function postCalls(id: string, isEnding: () => boolean): Promise<string[]> {
  const headers = { 'content-type': 'application/json', 'x-callboard-secret': secret }
  const acknowledged: string[] = []
  for (let at = 1; at < maxPosts && !isEnding(); at++) {
    const said = { Id: `w${at}`, Start: '2026-05-04T09:00:00Z', From: '+14155550123', To: '+12125550100' }
    const post = { method: 'POST', headers, body: JSON.stringify(said) }
    const answer = await fetch(`${portal?.url}/api/in/${id}`, post).catch(() => undefined)
    if (answer?.status === 204) acknowledged.push(said.Id)
    await setTimeout(50)
  }
  return acknowledged
}

/** The only import that there is; undefined while there is none. */
async function findImport({ url, token }: Running): Promise<Import | undefined> {
  const found = await ask(`${url}/api/import/search`, { body: {}, token })
  const { items } = searchImports.response.parse(found)
  expect(items.length).toBeLessThan(2)
  return items[0]
}

/** How much is written down of the imports so far. */
function ledgerBytes(): number {
  const imports = join(folder, 'imports')
  return readdirSync(imports)
    .filter((name) => name.endsWith('.ledger'))
    .reduce((sum, name) => sum + statSync(join(imports, name)).size, 0)
}

/** Kills a portal a little after it has gone on with the import, or was to have ended. */
async function killOnTheWay(before: number, seed: number): Promise<void> {
  // A file of a watched folder is begun after two looks into it.
  const maxPolls = before === 0 ? 6000 : 1000
  for (let polls = 0; polls < maxPolls && ledgerBytes() <= before; polls++) await setTimeout(5)
  const wasWriting = ledgerBytes() > before
  await setTimeout((seed * 379) % 400)
  await kill()
  killed += wasWriting ? 1 : 0
}

/** Runs portals, and kills all but the last one, each a little later, until the import has ended. */
async function untilEnded(killOne: (round: number) => Promise<void>) {
  for (let round = 1; round <= times(0, 4); round++) {
    await run()
    await killOne(round)
  }
  const running = await open()
  await expect.poll(async () => (await findImport(running))?.endedAt ?? null).not.toBeNull()
  return { running, ended: await findImport(running) }
}

async function listCalls({ url, token }: Running, sourceSystem: string, more: object) {
  await expect.poll(() => waitingBatches(folder)).toEqual([])
  const filters = [{ field: 'sourceSystem', op: 'eq', values: [sourceSystem] }]
  const body = { from: '2026-01-01', to: '2027-01-01', filters, columns: ['externalCallId'], ...more }
  return await ask(`${url}/api/reporting/calldetails`, { body, token })
}

const Total = z.object({ total: z.int() })
const Named = z.object({ items: z.array(z.object({ externalCallId: z.string() })) })

async function countCalls(running: Running): Promise<number> {
  return Total.parse(await listCalls(running, 'PBX', { pageSize: 1, withTotal: true })).total
}

/** The names of the calls that were posted. */
async function postedCalls(running: Running): Promise<string[]> {
  const { items } = Named.parse(await listCalls(running, 'Hook', { pageSize: maxPosts }))
  return items.map(({ externalCallId }) => externalCallId)
}

describe('a portal that is killed again and again while it imports, is posted to, and undoes', () => {
  it.each(some(ways, 1))(
    '$name has every call once, counts each as what it was, and deletes all of them',
    { tags: ['soak'] },
    async (way) => {
      for (const seed of seeds(1, 3)) {
        await begin()
        const running = await open()
        const hook = { kind: 'mapped', name: 'Hook', secrets: { secret } }
        const hookId = await addSource(running, hook, { ...mappingOf([]), format: 'json' })
        let isEnding = false
        const posting = postCalls(hookId, () => isEnding)
        await give(running, way)
        killed = 0
        await killOnTheWay(0, seed)
        const imported = await untilEnded((round) => killOnTheWay(ledgerBytes(), seed + round))
        isEnding = true
        const acknowledged = await posting
        const figures = { created: calls, updated: 0, unchanged: 0, rejected: 1 }
        expect(imported.ended).toMatchObject({ state: 'done', ...figures })
        expect(killed).toBeGreaterThan(0)
        expect(await countCalls(imported.running)).toBe(calls)
        expect(acknowledged.length).toBeGreaterThan(0)
        const missing = async () => {
          const found = new Set(await postedCalls(imported.running))
          return acknowledged.filter((name) => !found.has(name))
        }
        await expect.poll(missing).toEqual([])
        const found = await postedCalls(imported.running)
        expect(new Set(found).size).toBe(found.length)
        const { url, token } = imported.running
        await ask(`${url}/api/import/${imported.ended?.id}/undo`, { body: { confirm: true }, token })
        await kill()
        const undone = await untilEnded(async (round) => {
          await setTimeout(50 + (((seed + round) * 379) % 1500))
          await kill()
        })
        const undo = { calls, held: 0, changed: 0, gone: 0 }
        expect(undone.ended).toMatchObject({ state: 'undone', undo })
        expect(await countCalls(undone.running)).toBe(0)
        await kill()
      }
    },
  )
})
