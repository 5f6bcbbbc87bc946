import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readCheckpoint, writeCheckpoint } from '#server/db/embedded-calls/checkpoint-file.ts'
import { callsFolder } from '#server/db/embedded-calls/restore-calls.ts'
import { Integer } from '#server/db/calls/row-values.ts'
import { cutAfterCheckpoint } from '#test/cut-power.ts'
import { Factory } from '#test/factory.ts'
import { buildCall, buildMissedCall, IngestPortal } from '#test/ingest-portal.ts'
import { recordSyncs } from '#test/watch-syncs.ts'
import { insertRecordingRow } from '#test/recording-rows.ts'
import { callId } from '../../../db/call-id.ts'
import type { IngestCustomer } from '../rows/check.ts'
import { forgetGap } from './damaged-journal.ts'

let portal: IngestPortal
let customer: IngestCustomer
let actor: { userId: string; userName: string }
let made = 0

beforeAll(async () => {
  // None but those that a test asks for.
  portal = await IngestPortal.open({ isCheckpointed: true, checkpointIntervalMs: 1_000_000 })
  const { id, userName } = await new Factory(portal.postgres.db).user()
  actor = { userId: id, userName }
})

async function begin(): Promise<void> {
  customer = await portal.addCustomer(`checkpoints-${++made}`)
}

/** Nothing follows for them from the calls that are deleted. */
const otherCaller = '+14155550199'
const idOf = (externalCallId: string) => callId(customer.id, 'test', externalCallId)
const clickhouse = () => join(portal.folder, 'clickhouse')
const problems = () => portal.ingest.problems.list().map(({ kind, until }) => [kind, until === null])
const checkpoint = () => readCheckpoint(clickhouse())

async function stored() {
  const rows = await portal.rowsOf(customer)
  // Numbers of changes are no part of what a call says.
  return rows.map(({ seen_from: _from, seen_to: _to, ...row }) => row)
}

async function activeParts(): Promise<string[]> {
  return ((await portal.checkpoints?.list())?.parts ?? []).map(({ name }) => name)
}

const filesIn = (part: string) => {
  const folder = join(callsFolder(clickhouse()) ?? '', part)
  return readdirSync(folder).map((name) => join(folder, name))
}

/** Cuts files of the parts that the checkpoint has not, and returns how many parts these are. */
async function cutNewParts(leftOf: (file: string) => Buffer | undefined): Promise<number> {
  const kept = new Set(checkpoint()?.parts.map(({ name }) => name))
  const fresh = (await activeParts()).filter((name) => !kept.has(name))
  for (const file of fresh.flatMap(filesIn)) {
    const left = leftOf(file)
    if (left === undefined) continue
    // Parts that a mutation made share files with those before.
    rmSync(file)
    writeFileSync(file, left)
  }
  return fresh.length
}

/** What a disk that fills while parts are merged leaves of them. */
const emptied = () => Buffer.alloc(0)
/** The files of columns alone, by which nothing is known of the others. */
const columnsCut = (file: string) =>
  file.endsWith('.bin') ? readFileSync(file).subarray(0, statSync(file).size / 2) : undefined

async function deleteOld(): Promise<void> {
  await portal.ingest.deleteOldCalls({
    customerId: customer.id,
    before: new Date('2025-06-01'),
    kept: async () => await Promise.resolve([]),
    record: async (transaction, { number, count, oldest, newest }) => {
      const deletion = { kind: 'calls' as const, days: 90, run_id: randomUUID(), at: new Date() }
      const values = { ...deletion, change_number: number, customer_id: customer.id, count, oldest, newest }
      await transaction.insertInto('retention_deletion').values(values).execute()
    },
  })
}

/** One of each kind of change. */
async function changeCalls(): Promise<void> {
  const { ingest, postgres } = portal
  await portal.send(
    customer,
    buildCall({ externalCallId: 'corrected', note: 'new', startedAt: '2026-02-02T15:00:00.000Z' }),
    buildMissedCall({
      externalCallId: 'early',
      callerNumber: otherCaller,
      startedAt: '2026-03-01T09:00:00.000Z',
      endedAt: '2026-03-01T09:00:20.000Z',
    }),
  )
  await ingest.relationsSettled()
  const calls = new Map([idOf('edited'), idOf('corrected')].map((id) => [id, customer.id]))
  await ingest.annotations.edit({ actor, calls }, { set: { score: 77, tags: ['ours'] } })
  await insertRecordingRow(postgres.db, { callId: idOf('recorded'), customerId: customer.id })
  await ingest.recordingsSettled()
  await deleteOld()
  await ingest.relationsSettled()
}

const sendFirst = async () => {
  await portal.send(
    customer,
    buildCall({
      externalCallId: 'old',
      startedAt: '2025-01-02T15:00:00.000Z',
      answeredAt: null,
      endedAt: null,
      duration: 9,
    }),
    ...['corrected', 'edited'].map((externalCallId) => buildCall({ externalCallId })),
    buildCall({ externalCallId: 'recorded', callerNumber: otherCaller }),
  )
  await portal.ingest.relationsSettled()
}

describe('a part that is damaged', () => {
  it('is made good, with every kind of change since the last checkpoint', async () => {
    await begin()
    await sendFirst()
    await portal.ingest.checkpoint()
    await changeCalls()
    const before = await stored()
    expect(new Set(before.map(({ external_call_id: id }) => id))).toEqual(
      new Set(['corrected', 'early', 'edited', 'recorded']),
    )
    expect(await cutNewParts(emptied)).toBeGreaterThan(0)
    await expect(stored()).rejects.toThrow('cannot be read')
    await portal.ingest.checkpoint()
    await portal.ingest.relationsSettled()
    expect(await stored()).toEqual(before)
  })

  it('is found before anybody reads it, and leaves calls unreadable until it can be made good', async () => {
    await begin()
    await sendFirst()
    const before = await stored()
    expect(await cutNewParts(columnsCut)).toBeGreaterThan(0)
    const [merge = ''] = readdirSync(portal.spoolFolder).filter((name) => name.endsWith('.merge'))
    const [there, aside] = [join(portal.spoolFolder, merge), join(portal.folder, merge)]
    renameSync(there, aside)
    await portal.ingest.checkpoint()
    await expect(stored()).rejects.toThrow('being repaired')
    expect(problems()).toEqual([['damaged', true]])
    renameSync(aside, there)
    await portal.ingest.checkpoint()
    expect(problems()).toEqual([['damaged', false]])
    // Once more, when what follows from the calls is computed after the next checkpoint.
    await portal.ingest.checkpoint()
    await portal.ingest.relationsSettled()
    expect(await cutNewParts(columnsCut)).toBeGreaterThan(0)
    await portal.ingest.checkpoint()
    await portal.ingest.relationsSettled()
    expect(await stored()).toEqual(before)
  })
})

it('relations that were being computed when a part was damaged are computed, of all customers', async () => {
  const customers = [await portal.addCustomer('related-1'), await portal.addCustomer('related-2')]
  const priorCalls = async () => {
    const rows = await portal.rows(`customer_id IN ('${customers.map(({ id }) => id).join(`', '`)}')`)
    return rows.map(({ prior_calls: prior }) => prior)
  }
  await portal.ingest.duringLoad(async () => {
    const earlier = { startedAt: '2026-01-02T15:00:00.000Z', answeredAt: null, endedAt: null, duration: 9 }
    for (const each of customers) {
      await portal.send(each, buildCall())
      await portal.send(each, buildCall({ externalCallId: 'earlier', ...earlier }))
    }
    await portal.ingest.checkpoint()
  })
  const [reached, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let isFirstWritten = false
  portal.calls.after = (step) => void (isFirstWritten ||= step === 'supersede')
  portal.calls.before = async (step, sql) => {
    if (!isFirstWritten || step !== 'query' || !sql.includes('AS number')) return
    reached.resolve()
    await goOn.promise
  }
  const settled = portal.ingest.relationsSettled()
  await reached.promise
  expect(await cutNewParts(columnsCut)).toBeGreaterThan(0)
  await portal.ingest.checkpoint()
  portal.calls.recover()
  goOn.resolve()
  await settled
  expect(await priorCalls()).toEqual([0, 0, 1, 1])
})

describe('a call', () => {
  it('is on disk before it is acknowledged, and leaves the journal once the parts that hold it are', async () => {
    await begin()
    const accepted = await recordSyncs(async () => {
      await portal.accept(customer, buildCall())
    })
    expect(accepted.map((path) => basename(path))).toEqual([expect.stringMatching(/\.rows\.part$/), 'spool'])
    // It is inserted up to half a second after others were.
    await portal.ingest.settled()
    const before = new Set(checkpoint()?.parts.map(({ name }) => name))
    // A start makes a checkpoint, in this process.
    const synced = await recordSyncs(async () => await portal.crash())
    const released = synced.lastIndexOf(join(portal.spoolFolder, 'kept-since.part'))
    const table = callsFolder(clickhouse()) ?? ''
    const parts = checkpoint()?.parts.filter(({ name }) => !before.has(name)) ?? []
    const wanted = parts.flatMap(({ name }) => [...filesIn(name), join(table, name)])
    const lists = [table, join(clickhouse(), 'checkpoint.json.part'), clickhouse()]
    expect(wanted).not.toEqual([])
    expect(released).toBeGreaterThan(0)
    const isMissing = (path: string) => !synced.slice(0, released).includes(path)
    expect([...wanted, ...lists].filter(isMissing)).toEqual([])
  })
})

describe('a start', () => {
  it('does again every kind of change since the last checkpoint, whatever is left of them', async () => {
    await begin()
    await sendFirst()
    await portal.ingest.checkpoint()
    await changeCalls()
    const before = await stored()
    expect(before).toHaveLength(4)
    const staged = 'annotation_change (number, id) SELECT 1, generateUUIDv4()'
    await portal.calls.command({ sql: `INSERT INTO ${staged}` })
    const lost: number[] = []
    await portal.crash((folder) => lost.push(cutAfterCheckpoint(folder, 1)))
    expect(lost[0]).toBeGreaterThan(0)
    await portal.ingest.relationsSettled()
    expect(await stored()).toEqual(before)
    const row = z.object({ number: Integer })
    expect(await portal.calls.query({ sql: 'SELECT number FROM annotation_change', row })).toEqual([])
  })

  it('goes on without statements of the engine whose files are empty or cut short, as a full disk leaves them', async () => {
    await begin()
    await sendFirst()
    await portal.ingest.checkpoint()
    const before = await stored()
    const files: string[] = []
    await portal.crash((folder) => {
      const names = readCheckpoint(folder)?.mutations ?? []
      files.push(...names.map((name) => join(callsFolder(folder) ?? '', name)))
      for (const [at, file] of files.entries()) truncateSync(file, at % 2 === 0 ? 0 : statSync(file).size - 1)
    })
    expect(files.length).toBeGreaterThan(1)
    expect(await stored()).toEqual(before)
  })

  it('is refused when the journal begins after the checkpoint, as in a folder copied meanwhile', async () => {
    await begin()
    await portal.send(customer, buildCall())
    await portal.ingest.checkpoint()
    const last = checkpoint()
    if (last === undefined) throw new Error('there is no checkpoint')
    const number = last.number - 1
    const copied = portal.crash((folder) => writeCheckpoint(folder, { ...last, number }))
    await expect(copied).rejects.toThrow('Copy it again while it is stopped, or continue without them')
    expect(await forgetGap(portal.spoolFolder, number)).toBe(true)
    await portal.crash()
    expect(await stored()).toHaveLength(1)
  })

  it('is refused when the note of a deletion is not as it was written', async () => {
    await begin()
    await sendFirst()
    await portal.ingest.checkpoint()
    await deleteOld()
    const [name = ''] = readdirSync(portal.spoolFolder).filter((one) => one.endsWith('.change'))
    const path = join(portal.spoolFolder, name)
    const whole = readFileSync(path)
    const cut = portal.crash(() => truncateSync(path, whole.length - 1))
    await expect(cut).rejects.toThrow(`${name}. Restore a backup`)
    await portal.crash(() => writeFileSync(path, whole))
    expect(await stored()).toHaveLength(3)
  })
})

describe('a disk that is nearly full', () => {
  it('is said, and no calls are accepted, until there is space again', async () => {
    await begin()
    await portal.crash(undefined, { reserveBytes: Number.MAX_SAFE_INTEGER })
    await portal.ingest.checkpoint()
    expect(problems()).toContainEqual(['full', true])
    await expect(portal.send(customer, buildCall())).rejects.toMatchObject({ status: 507 })
    await portal.crash()
    await portal.ingest.checkpoint()
    expect(problems()).toEqual([])
    await portal.send(customer, buildCall())
    expect(await stored()).toHaveLength(1)
  })
})
