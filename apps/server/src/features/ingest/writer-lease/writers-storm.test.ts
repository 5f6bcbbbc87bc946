import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { CallStore } from '#server/db/calls/call-store.ts'
import { openClickhouseStore } from '#server/db/calls/clickhouse-store.ts'
import { change, systemActor } from '#server/db/records/change.ts'
import { Integer } from '#server/db/calls/row-values.ts'
import { createLog } from '#server/lib/log.ts'
import { JobQueue } from '#server/jobs/queue.ts'
import { afterFile } from '#test/after-file.ts'
import { Factory } from '#test/factory.ts'
import { ListenersStorm } from '#test/listeners-storm.ts'
import { type MailSink, openMailSink } from '#test/mail-sink.ts'
import { ReadersStorm } from '#test/readers-storm.ts'
import { seeds } from '#test/soak.ts'
import {
  type ProcessRole,
  type SeveralProcesses,
  startProcesses,
  processFaultOf,
} from '#test/several-processes.ts'
import { SubscribersStorm } from '#test/subscribers-storm.ts'
import { Storm } from '#test/writers-storm.ts'

let several: SeveralProcesses
let calls: CallStore
let queue: JobQueue
let make: Factory
let token: string
let sink: MailSink
let reader: { userName: string; password: string }
const password = 'heron basalt 58 quilt'

async function start(roles: readonly ProcessRole[], servers: number): Promise<void> {
  sink = await openMailSink()
  several = await startProcesses({
    roles,
    servers,
    settingsIn: () => ({ SMTP_URL: sink.url }),
  })
  calls = openClickhouseStore({ url: several.clickhouseUrl })
  queue = new JobQueue(several.postgres, { log: createLog('silent') })
  await queue.start()
  make = new Factory(several.postgres.db)
  const { userName, token: own } = await make.user({ isAdmin: true, password })
  token = own
  reader = { userName, password }
  afterFile(async () => {
    await queue.close()
    await calls.close()
  })
}

/** So much more is acknowledged meanwhile. */
async function untilMore(storm: Storm, more: number): Promise<void> {
  const [before, edits] = [storm.acknowledged.size, storm.edits]
  const hasMore = () => {
    if (storm.failure !== undefined) throw new Error('the storm ended', { cause: storm.failure })
    return storm.acknowledged.size > before + more && storm.edits > edits
  }
  await vi.waitUntil(hasMore, { interval: 20 })
}

let round = 0
const totals = {
  calls: 0,
  edits: 0,
  recordings: 0,
  refusals: 0,
  deleted: 0,
  signIns: 0,
  reports: 0,
  exports: 0,
  mails: 0,
  subscriptions: 0,
  streams: 0,
  notified: 0,
}

describe.each([
  ['two processes that do all', ['all', 'all'], 1],
  ['two for people and programs and two workers', ['web', 'web', 'worker', 'worker'], 1],
  ['two processes on two servers of calls', ['all', 'all'], 2],
] as const)(
  '%s, which take in calls, corrections, edits, recordings and deletions, sign people in, run reports, export, mail, send what is due and notify,',
  (_, roles, servers) => {
    beforeAll(async () => await start(roles, servers))

    it(
      'lose and double nothing, whatever becomes of the one that writes',
      { tags: ['soak', 'soakOnly'] },
      async () => {
        for (const seed of seeds(1, 100)) {
          const { name, fault } = processFaultOf(seed, servers)
          const customer = await make.customer()
          const old = await make.customer()
          await change(several.postgres.db, systemActor, async (transaction) => {
            await transaction
              .updateTable('customer')
              .set({ keep_calls_days: 30 })
              .where('id', '=', old.id)
              .execute()
          })
          const given = { key: await make.apiKey(customer.id), token, name: `r${++round}` }
          const storm = new Storm(several.processes, given)
          const oldStorm = new Storm(several.processes, {
            ...given,
            key: await make.apiKey(old.id),
            name: `r${round}old`,
          })
          const readers = new ReadersStorm(storm.ask, { reader, name: given.name })
          const { token: listening } = await make.user({
            claims: ['reporting.call.details'],
            customerId: customer.id,
          })
          const listeners = new ListenersStorm(several.processes, {
            token: listening,
            customerId: customer.id,
          })
          const subscribers = new SubscribersStorm(several.postgres)
          await subscribers.subscribe(storm.ask, make, { id: customer.id, name: given.name })
          const running = [storm, readers, listeners].map((one) => one.begin())
          running.push(oldStorm.begin({ areDeleted: true }))
          const mails = Array.from({ length: 20 }, (_none, at) => `${given.name}-${at}@example.com`)
          await addMails(mails)
          await subscribers.makeDue()
          await untilMore(storm, 10)
          await queue.add('delete-old', {})
          await fault(several, async () => await untilMore(storm, 10))
          await Promise.all(running.map(async ({ end }) => await end()))
          await settled()
          await checkCalls(storm, customer.id, name)
          await checkMails(mails, name)
          expect({ name, wrong: await subscribers.listWrong(sink) }).toEqual({ name, wrong: [] })
          await checkStreams(listeners, given)
          await expect
            .poll(async () => {
              await queue.add('delete-old', {})
              await sleep(500)
              return await countSeen(old.id)
            })
            .toBe(0)
          totals.calls += storm.acknowledged.size
          totals.deleted += oldStorm.acknowledged.size
          totals.edits += storm.edits + oldStorm.edits
          totals.refusals += storm.refusals + oldStorm.refusals
          totals.recordings += storm.recorded.size
          totals.signIns += readers.done.signIns
          totals.reports += readers.done.reports
          totals.exports += readers.done.exports
          totals.mails += mails.length
          totals.subscriptions += subscribers.count
          totals.streams += listeners.streams
          totals.notified += listeners.notified.size
          console.log(round, name, JSON.stringify(totals))
        }
      },
    )
  },
)

/** As whatever sends mails adds them. */
async function addMails(recipients: readonly string[]): Promise<void> {
  const mails = recipients.map((recipient) => ({ recipient, subject: 'Hello', body_text: 'There' }))
  for (const mail of mails) await several.postgres.db.insertInto('mail').values(mail).execute()
}

/** Each has arrived once, or is known to be uncertain: its process ended while the server had it in its hands. */
async function checkMails(recipients: readonly string[], fault: string): Promise<void> {
  const { db } = several.postgres
  const unsent = async () => {
    const rows = db.selectFrom('mail').where('recipient', 'in', recipients).where('status', '!=', 'sent')
    return await rows.select(['recipient', 'status']).execute()
  }
  const waiting = async () => (await unsent()).filter(({ status }) => status !== 'uncertain')
  await expect.poll(waiting).toEqual([])
  const uncertain = new Set((await unsent()).map(({ recipient }) => recipient))
  const arrived = sink.arrived.map((mail) => mail.recipient)
  const wrong = recipients.filter((recipient) => {
    const times = arrived.filter((one) => one === recipient).length
    return times > 1 || (times === 0 && !uncertain.has(recipient))
  })
  expect({ fault, wrong }).toEqual({ fault, wrong: [] })
}

/** A stream of each process that serves people tells of what comes now, whatever became of it before. */
async function checkStreams(listeners: ListenersStorm, { key, name }: { key: string; name: string }) {
  const serving = several.processes.filter(({ role }) => role !== 'worker')
  for (const [at, process] of serving.entries()) {
    const late = new Storm(several.processes, { key, token, name: `${name}late${at}` })
    await listeners.hear(process, async () => await late.sendOnce(5))
  }
}

/** Nothing is left to be done with the calls. */
async function settled(): Promise<void> {
  const left = async () => {
    const journal = await several.postgres.db.selectFrom('call_journal').select('name').execute()
    const pending = await several.postgres.db.selectFrom('recording_untold').select('id').execute()
    return [journal.length, pending.length]
  }
  await expect.poll(left).toEqual([0, 0])
}

const Row = z.object({
  id: z.string(),
  name: z.string(),
  revision: Integer,
  note: z.string(),
  score: z.int().nullable(),
  caller: z.string(),
  started: z.string(),
  prior: Integer.nullable(),
  recordings: z.string(),
})

async function seenRows(customerId: string) {
  const { published } = await several.postgres.db
    .selectFrom('call_snapshot')
    .select('published')
    .executeTakeFirstOrThrow()
  return await calls.query({
    sql: `SELECT id, external_call_id AS name, revision, note, score, caller_number AS caller,
        toString(started_at) AS started, prior_calls AS prior, recordings
      FROM calls WHERE customer_id = {customer:UUID} AND seen_from <= {seen:UInt64} AND seen_to NOT BETWEEN 1 AND {seen:UInt64}
      ORDER BY started, toString(id)`,
    params: { customer: customerId, seen: published },
    row: Row,
  })
}

async function countSeen(customerId: string): Promise<number> {
  return (await seenRows(customerId)).length
}

async function checkCalls(storm: Storm, customerId: string, fault: string): Promise<void> {
  const rows = await seenRows(customerId)
  const problems: string[] = []
  const names = new Set(rows.map(({ name }) => name))
  if (names.size !== rows.length) problems.push(`${rows.length - names.size} doubled`)
  const lost = [...storm.acknowledged.keys()].filter((name) => !names.has(name))
  if (lost.length > 0) problems.push(`lost ${lost.join(' ')}`)
  const priors = new Map<string, number>()
  for (const { name, revision, note, score, caller, prior, started, id, recordings } of rows) {
    if (revision < (storm.acknowledged.get(name) ?? 0)) problems.push(`${name} is older`)
    if (note !== `revision ${revision}`) problems.push(`${name}: ${note}`)
    if (!(storm.scored.get(name) ?? [null]).includes(score))
      problems.push(`${name}: score ${score} of ${storm.scored.get(name)?.join(' ')}`)
    const before = priors.get(caller) ?? 0
    priors.set(caller, before + 1)
    if (prior !== before) problems.push(`${name} at ${started}: prior ${prior} instead of ${before}`)
    const listed = z.array(z.object({ id: z.string() })).parse(JSON.parse(recordings))
    const expected = [...(storm.recorded.get(id) ?? [])].toSorted()
    if (
      listed
        .map((one) => one.id)
        .toSorted()
        .join() !== expected.join()
    )
      problems.push(`${name}: ${listed.length} recordings of ${expected.length}`)
  }
  expect({ fault, problems }).toEqual({ fault, problems: [] })
}
