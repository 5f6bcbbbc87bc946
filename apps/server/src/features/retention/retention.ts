import { randomUUID } from 'node:crypto'
import { customerRetentionKinds, type Forecast, type RetentionKind } from '@callboard/contract/retention'
import type { StoredCalls } from '../../db/calls/stored-calls.ts'
import { change, systemActor } from '../../db/records/change.ts'
import type { Db } from '../../db/tables/schema.ts'
import { readSettings } from '../../db/settings.ts'
import { nextNight } from '../../jobs/queue.ts'
import type { FileStore } from '../../lib/files/file-store.ts'
import type { Ingest } from '../ingest/ingest.ts'
import {
  countRecordings,
  deleteFiles,
  deleteRecordings,
  listRecordedCalls,
} from '../recordings/recordings.ts'
import { countOldCalls, selectCallerNumbers, selectPresent, selectWithLegs } from './call-store.ts'
import { deleteOldMails, recordMailsDeleted, selectOldMails } from './mail-store.ts'
import * as store from './store.ts'

export interface RetentionParts extends StoredCalls {
  db: Db
  ingest: Ingest
  /** Where recordings are kept. */
  recordingFiles: FileStore
}

/** What of a customer is kept for how long. */
interface Rule {
  customerId: string
  customerName: string
  kind: (typeof customerRetentionKinds)[number]
  days: number
  /** What began before it is deleted. */
  before: Date
}

const dayMs = 24 * 3_600_000

/** Without what is kept for ever. */
async function listRules(db: Db, nowMs: number): Promise<Rule[]> {
  const { keepCallsDays, keepRecordingsDays, keepLogsDays } = await readSettings(db)
  const defaults = { calls: keepCallsDays, recordings: keepRecordingsDays, logs: keepLogsDays }
  return (await store.selectKeptDays(db)).flatMap(({ id: customerId, name: customerName, days: own }) =>
    customerRetentionKinds.flatMap((kind) => {
      const days = own[kind] ?? defaults[kind]
      const before = new Date(nowMs - days * dayMs)
      return days === 0 ? [] : [{ customerId, customerName, kind, days, before }]
    }),
  )
}

/** Mails are of no customer; undefined when they are kept for ever. */
async function findMailRule(db: Db, nowMs: number): Promise<{ days: number; before: Date } | undefined> {
  const { keepMailsDays: days } = await readSettings(db)
  return days === 0 ? undefined : { days, before: new Date(nowMs - days * dayMs) }
}

/** What the next run deletes, by what is known now. */
export async function getForecast(parts: RetentionParts): Promise<{ nextRun: string; items: Forecast[] }> {
  const nextRun = nextNight(new Date())
  const items: Forecast[] = []
  for (const rule of await listRules(parts.db, nextRun.getTime())) {
    items.push(forecastOf(rule, await countOld(parts, rule)))
  }
  const mails = await findMailRule(parts.db, nextRun.getTime())
  if (mails !== undefined) {
    const found = await selectOldMails(parts.db, mails.before)
    items.push(
      forecastOf({ customerId: null, customerName: null, kind: 'mails', ...mails }, { ...found, held: 0 }),
    )
  }
  return { nextRun: nextRun.toISOString(), items }
}

function forecastOf(
  { before, ...said }: Pick<Forecast, 'customerId' | 'customerName' | 'kind' | 'days'> & { before: Date },
  { count, oldest, held }: { count: number; oldest: Date | null; held: number },
): Forecast {
  return { ...said, before: before.toISOString(), count, oldest: oldest?.toISOString() ?? null, held }
}

async function countOld(
  parts: RetentionParts,
  { customerId, kind, before }: Rule,
): Promise<{ count: number; oldest: Date | null; held: number }> {
  const { db } = parts
  const held = await store.selectHeldIds(db, customerId)
  const old = { customerId, before }
  if (kind === 'calls') return await countOldCalls(parts, { ...old, kept: held })
  const kept = await selectWithLegs(parts, customerId, held)
  return kind === 'logs'
    ? await store.selectOldLogs(db, { ...old, kept })
    : await countRecordings(db, { ...old, kept })
}

/** Jobs of the queue may take 15 minutes; what is left is another one's. */
const maxRunMs = 10 * 60_000

interface Run {
  id: string
  endsMs: number
  /** Of files that cannot be deleted now: they are swept, and hold up nothing. */
  fileErrors: unknown[]
}

/**
 * Deletes what has become too old. After an error or a crash it begins anew: each part is deleted together with the record of
 * it, or not at all.
 *
 * @returns whether nothing is left
 * @throws AggregateError of files that could not be deleted, when everything else is
 */
export async function deleteOld(parts: RetentionParts): Promise<boolean> {
  const run: Run = { id: randomUUID(), endsMs: performance.now() + maxRunMs, fileErrors: [] }
  for (const rule of await listRules(parts.db, Date.now())) {
    if (rule.kind === 'logs') await deleteOldLogs(parts, rule, run)
    else if (rule.kind === 'recordings') await deleteOldRecordings(parts, rule, run)
    else if (!(await deleteOldCalls(parts, rule, run))) return false
    else {
      await deleteLeftRecordings(parts, rule, run)
      await deleteCallBacks(parts, rule)
    }
  }
  await deleteUnknownUses(parts.db)
  if (!(await deleteMails(parts, run))) return false
  if (run.fileErrors.length > 0)
    throw new AggregateError(run.fileErrors, 'Files of recordings could not be deleted.')
  return true
}

async function deleteNow({ db, recordingFiles }: RetentionParts, keys: string[], run: Run): Promise<void> {
  await deleteFiles({ db, files: recordingFiles }, keys).catch((error: unknown) => run.fileErrors.push(error))
}

async function deleteOldCalls(parts: RetentionParts, rule: Rule, run: Run): Promise<boolean> {
  const { db, ingest } = parts
  const { customerId, before } = rule
  let left: string[] = []
  const old = {
    customerId,
    before,
    kept: async () => await store.selectHeldIds(db, customerId),
    record: async (transaction, { number, ids, ...deleted }) => {
      const recordings = { customerId, callIds: ids, before, kept: [] }
      left = (await deleteRecordings(transaction, recordings)).files
      await store.insertDeletion(transaction, {
        ...deletionOf(rule, run.id),
        ...deleted,
        change_number: number,
      })
    },
  } satisfies Parameters<Ingest['deleteOldCalls']>[0]
  while ((await ingest.deleteOldCalls(old)) > 0) {
    await deleteNow(parts, left, run)
    if (performance.now() > run.endsMs) return false
  }
  return true
}

/** What people said of callers is kept as long as calls are: with those that are held, for as long as the hold. */
async function deleteCallBacks(parts: RetentionParts, { customerId, before }: Rule): Promise<void> {
  const { db, ingest } = parts
  // No hold is placed meanwhile.
  await ingest.betweenChanges(
    async (fence) =>
      await change(db, systemActor, async (transaction) => {
        await fence(transaction)
        const held = await store.selectHeldIds(transaction, customerId)
        const kept = await selectCallerNumbers(parts, customerId, held)
        await store.deleteCallBacks(transaction, { customerId, before, kept })
      }),
  )
}

/** Those that came while their calls were being deleted. */
async function deleteLeftRecordings(parts: RetentionParts, rule: Rule, run: Run): Promise<void> {
  const { db, ingest } = parts
  const { customerId, before } = rule
  const left = await ingest.betweenChanges(async (fence) => {
    const recorded = await listRecordedCalls(db, { customerId, before })
    const present = new Set(await selectPresent(parts, customerId, recorded))
    const callIds = recorded.filter((id) => !present.has(id))
    if (callIds.length === 0) return []
    return await change(db, systemActor, async (transaction) => {
      await fence(transaction)
      const wanted = { customerId, callIds, before, kept: [] }
      const { files, count, oldest, newest } = await deleteRecordings(transaction, wanted)
      if (oldest === null || newest === null) return []
      const deletion = deletionOf({ ...rule, kind: 'recordings' }, run.id)
      await store.insertDeletion(transaction, { ...deletion, count, oldest, newest })
      return files
    })
  })
  await deleteNow(parts, left, run)
}

/** Who listened to recordings of which is not known whose they were: kept as long as logs usually are. */
async function deleteUnknownUses(db: Db): Promise<void> {
  const { keepLogsDays: days } = await readSettings(db)
  if (days === 0) return
  const before = new Date(Date.now() - days * dayMs)
  await change(
    db,
    systemActor,
    async (transaction) => await store.deleteUnknownUses(transaction, { before, days }),
  )
}

async function deleteOldRecordings(parts: RetentionParts, rule: Rule, run: Run): Promise<void> {
  const { db, ingest } = parts
  const { customerId, before } = rule
  // No hold is placed meanwhile.
  const left = await ingest.betweenChanges(
    async (fence) =>
      await change(db, systemActor, async (transaction) => {
        await fence(transaction)
        const held = await store.selectHeldIds(transaction, customerId)
        const kept = await selectWithLegs(parts, customerId, held)
        const { files: keys, ...deleted } = await deleteRecordings(transaction, { customerId, before, kept })
        const { count, oldest, newest } = deleted
        if (oldest !== null && newest !== null)
          await store.insertDeletion(transaction, { ...deletionOf(rule, run.id), count, oldest, newest })
        return keys
      }),
  )
  await deleteNow(parts, left, run)
}

async function deleteOldLogs(parts: RetentionParts, rule: Rule, run: Run): Promise<void> {
  const { db } = parts
  const { customerId, before } = rule
  await change(db, systemActor, async (transaction) => {
    const held = await store.selectHeldIds(transaction, customerId)
    const old = { customerId, before, kept: await selectWithLegs(parts, customerId, held) }
    const { count, oldest, newest } = await store.selectOldLogs(transaction, old)
    if (oldest === null || newest === null) return
    await store.deleteOldLogs(transaction, old)
    await store.insertDeletion(transaction, { ...deletionOf(rule, run.id), count, oldest, newest })
  })
}

const mailBatchSize = 5000

async function deleteMails({ db }: RetentionParts, run: Run): Promise<boolean> {
  const rule = await findMailRule(db, Date.now())
  if (rule === undefined) return true
  const { days, before } = rule
  for (;;) {
    const count = await change(db, systemActor, async (transaction) => {
      const deleted = await deleteOldMails(transaction, { before, limit: mailBatchSize })
      const [oldest, newest] = spanOf(deleted)
      if (oldest === undefined || newest === undefined) return 0
      const deletion = deletionOf({ customerId: null, kind: 'mails', days }, run.id)
      const said = { count: deleted.length, oldest, newest }
      await store.insertDeletion(transaction, { ...deletion, ...said })
      await recordMailsDeleted(transaction, { ...said, keptDays: days })
      return deleted.length
    })
    if (count === 0) return true
    if (performance.now() > run.endsMs) return false
  }
}

function spanOf(times: readonly Date[]): [Date?, Date?] {
  const inOrder = times.toSorted((one, other) => one.getTime() - other.getTime())
  return [inOrder[0], inOrder.at(-1)]
}

function deletionOf(
  { customerId, kind, days }: { customerId: string | null; kind: RetentionKind; days: number },
  runId: string,
) {
  return { run_id: runId, at: new Date(), customer_id: customerId, kind, days }
}
