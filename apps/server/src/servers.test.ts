import { join } from 'node:path'
import { getReadiness } from '@callboard/contract/health'
import { getOverview } from '@callboard/contract/overview'
import { uploadRecording } from '@callboard/contract/recordings'
import { Source } from '@callboard/contract/sources'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { FencedCalls } from '#server/db/calls/fenced-calls.ts'
import { writerElsewhere } from './features/ingest/writer-lease/held-lease.ts'
import { Integer } from '#server/db/calls/row-values.ts'
import { lightweight } from '#server/features/ingest/changes/snapshot-store.ts'
import { queueWork } from '#server/features/recordings/redaction/work.ts'
import { planRuns } from '#server/features/subscriptions/plan-runs.ts'
import { type FileStore, openFolderStore } from '#server/lib/files/file-store.ts'
import { afterFile, temporaryFolder } from '#test/after-file.ts'
import { startChdbBridge } from '#test/chdb-http-bridge.ts'
import { expectCreated, expectError, expectOk } from '#test/expect-errors.ts'
import { buildCall, type SentCall } from '#test/factory.ts'
import { listen } from '#test/listening.ts'
import { startRealPostgres } from '#test/real-postgres.ts'
import { RecordingClient, soundFixture } from '#test/clients/recordings.ts'
import { Corrections, readWhile } from '#test/corrections-meanwhile.ts'
import { times } from '#test/soak.ts'
import { answeredCall } from '#test/sources/freeswitch-records.ts'
import { DeliveryClient } from '#test/clients/deliveries.ts'
import { startPortal } from '#test/running-portal.ts'
import { copyTemplate } from '#test/template.ts'
import { DueAgain } from '#test/subscriptions/due-again.ts'
import { expectSentOnce } from '#test/subscriptions/sent-once.ts'
import type { Portal } from '#test/portal.ts'

let client: RecordingClient
let delivering: DeliveryClient
let other: Portal
let recordings: FileStore
let written = 0
let databaseUrl: string

/** Two processes on one PostgreSQL, one ClickHouse and the same folders of recordings and deliveries. */
beforeAll(async () => {
  const folder = temporaryFolder()
  const bridge = await startChdbBridge(join(folder, 'calls'))
  afterFile(async () => await bridge.close())
  const shared = await openFolderStore(join(folder, 'recordings'))
  recordings = {
    ...shared,
    async put(key, chunks) {
      written += 1
      await shared.put(key, chunks)
    },
  }
  databaseUrl = (await startRealPostgres()).url
  const parts = {
    databaseUrl,
    clickhouseUrl: bridge.url,
    wrapRecordings: () => recordings,
    deliveriesFolder: join(folder, 'deliveries'),
  }
  client = await RecordingClient.open(parts)
  delivering = await DeliveryClient.open({ ...parts, sender: client.portal })
  other = delivering.portal
})

it('what one process corrects, another one on the same servers sees whole', { tags: ['soak'] }, async () => {
  const corrections = await Corrections.begin({ writer: client.portal, reader: other })
  const write = async () => {
    for (let round = 0; round < times(1, 200); round++) await corrections.correct()
  }
  expect(await readWhile(write, corrections.readings())).toEqual([])
})

it('each recording is worked on by one process alone, once', { tags: ['soak'] }, async () => {
  const calls = await client.calls(times(1, 40))
  const ids: string[] = []
  for (const call of calls) {
    for (let number = 0; number < times(4, 10); number++) {
      const sound = Buffer.from(soundFixture('tones.wav'))
      sound.writeUInt32LE(ids.length, sound.length - 4)
      const answer = await (number % 2 === 0 ? client.portal : other).ask({
        method: 'PUT',
        path: `/api/calls/${call}/recording`,
        body: sound,
        token: client.key,
        headers: { 'content-type': 'audio/wav' },
      })
      const { id } = uploadRecording.response.parse(expectCreated(answer))
      ids.push(id)
      // Both have it to do, twice.
      for (const { queue } of [client.portal.runtime, other.runtime]) await queueWork(queue, id)
    }
  }
  for (const id of ids)
    expect(await client.worked(id)).toMatchObject({ redactionStatus: 'redacted', revision: 2 })
  // Each came in, and was redacted, once.
  expect(written).toBe(2 * ids.length)
  expect(await recordings.list()).toHaveLength(2 * ids.length)
})

it('what is due is planned, rendered and sent by one process alone, once', { tags: ['soak'] }, async () => {
  const { db, sink, runner } = delivering
  const due = await DueAgain.open(delivering, times(2, 20))
  const runtimes = [client.portal.runtime, other.runtime]
  for (let round = 0; round < times(1, 30); round++) {
    await due.makeDue(db)
    await Promise.all(runtimes.map(async (runtime) => await planRuns(runtime)))
    for (const one of [client.portal.runtime.deliveryRunner, runner]) one.wake()
    await vi.waitUntil(async () => (await due.endPauses(db)) === 0, { interval: 20 })
    due.take(sink)
  }
  await expectSentOnce(due, db)
})

describe('of two processes', () => {
  const isWriter = ({ runtime }: Portal) => runtime.ingest.isWriter
  const find = async (wanted: boolean) =>
    await vi.waitUntil(() => [client.portal, other].find((app) => isWriter(app) === wanted))
  const send = async (app: Portal, calls: readonly SentCall[]) =>
    await app.ask({ path: '/api/calls', body: calls, token: client.key })
  const list = async (app: Portal, calls: readonly Pick<SentCall, 'externalCallId'>[]) => {
    const values = calls.map(({ externalCallId }) => externalCallId)
    const filters = [{ field: 'externalCallId', op: 'in', values }]
    const body = { from: '2026-03-01', to: '2026-04-01', columns: ['id', 'note', 'score'], filters }
    const answer = await app.ask({ path: '/api/reporting/calldetails', body, token: client.admin.token })
    return Page.parse(answer.json()).items
  }
  const epochs = async () => {
    const rows = await other.runtime.db.selectFrom('call_writer').select('epoch').execute()
    return rows.map(({ epoch }) => epoch)
  }
  /** What a writer of an epoch does to the calls, whoever holds the lease. */
  const writerOf = (epoch: number) => {
    const lost = new AbortController()
    return new FencedCalls(other.runtime.calls, {
      epoch,
      check: () => {
        if (lost.signal.aborted) throw writerElsewhere()
      },
      lost: lost.signal,
      giveUp: async () => await Promise.resolve(lost.abort()),
    })
  }

  it('one writes calls, and both say which', async () => {
    const says = async (app: Portal) => {
      const ready = getReadiness.response.parse((await app.ask({ path: '/readyz' })).json())
      const overview = await app.ask({ path: '/api/overview', token: client.admin.token })
      const { callWriter } = getOverview.response.parse(overview.json())
      return [ready.writesCalls, callWriter?.isThisProcess, callWriter?.name]
    }
    const name: unknown = expect.stringContaining(`process ${process.pid}`)
    expect(await says(await find(true))).toEqual([true, true, name])
    expect(await says(await find(false))).toEqual([false, false, name])
  })

  it('none is joined by one that has its calls in a folder', async () => {
    const alone = temporaryFolder()
    copyTemplate(alone, ['clickhouse'])
    const starting = startPortal(alone, { DATABASE_URL: databaseUrl })
    await expect(starting).rejects.toThrow(/Another portal uses this DATABASE_URL \(.*, process \d+\)/)
  })

  it('the other refuses calls and edits for a moment, and reads what is written', async () => {
    const [writer, reader] = [await find(true), await find(false)]
    const calls = [buildCall()]
    const refused = await send(reader, calls)
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '2'])
    expectError(refused, 503, 'unavailable')
    expect((await send(writer, calls)).status).toBe(200)
    await writer.runtime.ingest.settled()
    const [call] = await list(reader, calls)
    const edit = { path: '/api/calls/annotations', method: 'PUT', token: client.admin.token } as const
    const body = { ids: [call?.['id']], score: 7 }
    const refusedEdit = await reader.ask({ ...edit, body })
    expect([refusedEdit.status, refusedEdit.headers['retry-after']]).toEqual([503, '2'])
    expect((await writer.ask({ ...edit, body })).status).toBe(200)
    expect(await list(reader, calls)).toMatchObject([{ score: 7 }])
  })

  it('each tells its event streams of every call', async () => {
    const urls = [await listen(client.portal.app), await listen(other.app)]
    const heard = ['', '']
    const leaving = new AbortController()
    const streams = urls.map(async (url, at) => {
      const headers = { authorization: `Bearer ${client.admin.token}` }
      const answer = await fetch(`${url}/api/events`, { headers, signal: leaving.signal })
      for await (const chunk of answer.body ?? []) heard[at] += Buffer.from(chunk).toString()
    })
    await expect.poll(() => heard.every((text) => text.includes('alive'))).toBe(true)
    const calls = Array.from({ length: 3 }, () => buildCall())
    const writer = await find(true)
    await send(writer, calls)
    await writer.runtime.ingest.settled()
    const ids = (await list(writer, calls)).map(({ id }) => String(id))
    expect(ids).toHaveLength(3)
    for (const at of [0, 1])
      await expect.poll(() => ids.filter((id) => heard[at]?.includes(id) !== true)).toEqual([])
    leaving.abort()
    await Promise.allSettled(streams)
  })

  it('what one change stages, another one neither reads nor deletes', async () => {
    const writer = await find(true)
    const calls = [buildCall({ note: 'as sent' })]
    await send(writer, calls)
    await writer.runtime.ingest.settled()
    const [call] = await list(writer, calls)
    const staged = { number: 1, id: String(call?.['id']) }
    const { calls: store } = writer.runtime
    await store.command({
      sql: `INSERT INTO annotation_change (number, id, note) SELECT {number:UInt64}, {id:UUID}, 'staged'`,
      params: staged,
    })
    const body = { ids: [staged.id], score: 3 }
    const token = client.admin.token
    expect((await writer.ask({ path: '/api/calls/annotations', method: 'PUT', body, token })).status).toBe(
      200,
    )
    expect(await list(writer, calls)).toMatchObject([{ note: 'as sent', score: 3 }])
    const sql = 'SELECT number, id FROM annotation_change'
    const row = z.object({ number: Integer, id: z.string() })
    expect(await store.query({ sql, row })).toEqual([staged])
    await store.command({ sql: 'TRUNCATE TABLE annotation_change' })
  })

  it('a statement of an earlier writer that arrives late changes nothing, and says that another one writes', async () => {
    const [epoch = 0] = await epochs()
    const writer = await find(true)
    const calls = [buildCall({ note: 'as sent' })]
    await send(writer, calls)
    await writer.runtime.ingest.settled()
    const [{ id } = {}] = await list(writer, calls)
    const these = { params: { id: String(id) }, settings: lightweight }
    const late = [
      `UPDATE calls SET seen_to = 1 WHERE id = {id:UUID}`,
      'DELETE FROM calls WHERE id = {id:UUID}',
      'INSERT INTO calls SELECT * FROM calls WHERE id = {id:UUID}',
    ]
    for (const sql of late)
      await expect(writerOf(epoch - 1).command({ sql, ...these })).rejects.toEqual(writerElsewhere())
    expect(await list(writer, calls)).toMatchObject([{ id, note: 'as sent' }])
  })

  it('one takes over when the row of the lease is deleted, and has what was accepted, once', async () => {
    const writer = await find(true)
    const calls = Array.from({ length: 30 }, () => buildCall())
    expect((await send(writer, calls)).status).toBe(200)
    const before = await epochs()
    await other.runtime.db.deleteFrom('call_writer').execute()
    await expect.poll(epochs).toEqual([expect.any(Number)])
    expect(await epochs()).not.toEqual(before)
    const more = [...calls, buildCall()]
    await vi.waitUntil(async () => (await send(await find(true), more)).status === 200)
    await vi.waitUntil(async () => (await list(other, more)).length === more.length)
    await (await find(true)).runtime.ingest.relationsSettled()
    expect(await list(other, more)).toHaveLength(more.length)
    expect([client.portal, other].filter(isWriter)).toHaveLength(1)
    for (const one of [client.portal, other]) expectOk(await one.ask({ path: '/readyz' }))
  })

  it('a transaction that a paused process has left open does not keep others from taking over', async () => {
    const { db, ingest } = (await find(true)).runtime
    const before = await epochs()
    const begun = Promise.withResolvers<void>()
    const pause = Promise.withResolvers<void>()
    const ended = db
      .transaction()
      .execute(async (transaction) => {
        await ingest.fence(transaction)
        begun.resolve()
        await pause.promise
      })
      .catch((error: unknown) => error)
    await begun.promise
    await other.runtime.db.deleteFrom('call_writer').execute()
    await vi.waitUntil(async () => ![undefined, before[0]].includes((await epochs())[0]))
    pause.resolve()
    expect(await ended).toBeInstanceOf(Error)
  })

  it('who takes over waits until nothing of the one before runs, and rises above any epoch', async () => {
    const [epoch = 0] = await epochs()
    const endless = writerOf(epoch).command({
      sql: `INSERT INTO calls SELECT old.* FROM (SELECT * FROM calls LIMIT 1) AS old, numbers(100000000000) AS many
        WHERE sipHash64(many.number) = 1`,
    })
    const ended = endless.catch((error: unknown) => error)
    const running = async () => {
      const sql = `SELECT count() AS n FROM system.processes WHERE startsWith(Settings['log_comment'], {id:String})`
      const params = { id: `writer-${epoch}-` }
      const [row] = await other.runtime.calls.query({ sql, params, row: z.object({ n: Integer }) })
      return row?.n
    }
    await vi.waitUntil(async () => (await running()) === 1)
    await writerOf(epoch + 100).shutOut()
    expect(await running()).toBe(0)
    expect(await ended).toMatchObject({ kind: 'cancelled' })
    // As if PostgreSQL had been restored from a backup, which knows of no such epoch.
    await other.runtime.db.deleteFrom('call_writer').execute()
    await vi.waitUntil(async () => ((await epochs())[0] ?? 0) > epoch + 100)
    const calls = [buildCall()]
    await vi.waitUntil(async () => (await send(await find(true), calls)).status === 200)
    await vi.waitUntil(async () => (await list(other, calls)).length === 1)
  })

  it('the other takes over as soon as the one that writes is stopped', async () => {
    const [writer, next] = [await find(true), await find(false)]
    const calls = Array.from({ length: 20 }, () => buildCall())
    expect((await send(writer, calls)).status).toBe(200)
    await writer.close()
    await vi.waitUntil(() => isWriter(next))
    await next.runtime.ingest.relationsSettled()
    expect(await list(next, calls)).toHaveLength(calls.length)
    // Of what a phone system posts it makes calls, which it did not before.
    const posted = await postToSource(next)
    await vi.waitUntil(async () => (await list(next, [posted])).length === 1)
  })
})

/** Posts a call to a new source, as a phone system does. */
async function postToSource(portal: Portal): Promise<Pick<SentCall, 'externalCallId'>> {
  const password = 'heron basalt 63'
  const customerId = (await portal.make.customer()).id
  const made = { customerId, kind: 'freeswitch', name: 'FreeSWITCH', timeZone: 'UTC', secrets: { password } }
  const { token } = client.admin
  const { id } = Source.parse((await portal.ask({ path: '/api/source', body: made, token })).json())
  const authorization = `Basic ${Buffer.from(`callboard:${password}`).toString('base64')}`
  for (const body of answeredCall) {
    const answer = await portal.ask({ path: `/api/in/${id}`, body, headers: { authorization } })
    expect(answer.status, answer.text).toBe(204)
  }
  return { externalCallId: 'a-leg' }
}

const Page = z.object({ items: z.array(z.record(z.string(), z.unknown())) })
