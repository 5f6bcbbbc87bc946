import { setTimeout } from 'node:timers/promises'
import { beforeAll, afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { CallStoreError } from '#server/db/calls/call-store.ts'
import { buildCall, IngestPortal, type Sent } from '#test/ingest-portal.ts'
import { insertRecordingRow, updateRecordingRow } from '#test/recording-rows.ts'
import { callId } from '../../../db/call-id.ts'
import type { IngestCustomer } from '../rows/check.ts'

let portal: IngestPortal
let customer: IngestCustomer
let made = 0

beforeAll(async () => {
  portal = await IngestPortal.open()
})
afterEach(() => portal.calls.recover())

const idOf = (externalCallId: string) => callId(customer.id, 'test', externalCallId)

async function begin(...calls: Sent[]): Promise<void> {
  customer = await portal.addCustomer(`recordings-${++made}`)
  await portal.send(customer, ...calls)
  await portal.ingest.relationsSettled()
}

const record = async (externalCallId: string, given: { channels?: number } = {}) =>
  await insertRecordingRow(portal.postgres.db, {
    callId: idOf(externalCallId),
    customerId: customer.id,
    ...given,
  })

const Listed = z.array(z.object({ id: z.string(), status: z.string(), redactionStatus: z.string() }))
const Columns = z.object({
  recordings: z.string().transform((json) => Listed.parse(JSON.parse(json))),
  recording_states: z.array(z.string()),
  recording_duration: z.number().nullable(),
  sounds: z.array(z.string()),
})

async function listed() {
  const rows = await portal.calls.query({
    sql: `SELECT recordings, recording_states, recording_duration, sounds FROM calls
      WHERE customer_id = {id:UUID} AND seen_to = 0 ORDER BY external_call_id`,
    params: { id: customer.id },
    row: Columns,
  })
  return rows
}

async function states() {
  return (await listed()).map(({ recordings }) =>
    recordings.map((one) => `${one.status} ${one.redactionStatus}`),
  )
}

const countPending = async () =>
  (await portal.postgres.db.selectFrom('recording_untold').select('id').execute()).length

const sent = {
  id: '0193f0a0-0000-7000-8000-00000000abcd',
  status: 'completed',
  duration: 20,
  channels: 1,
  redactionStatus: 'none',
}

describe('the recordings that a call lists', () => {
  it('are the portal’s beside those of the source, and are kept over its later revisions', async () => {
    await begin(buildCall({ recordings: [sent] }))
    const id = await record('call-1')
    await portal.ingest.recordingsSettled()
    expect(await states()).toEqual([['completed none', 'ready clean']])
    expect(await listed()).toMatchObject([{ recording_states: ['none', 'clean'], recording_duration: 32 }])

    await portal.send(customer, buildCall({ recordings: [{ ...sent, status: 'gone' }], note: 'later' }))
    expect(await states()).toEqual([['gone none', 'ready clean']])
    await updateRecordingRow(portal.postgres.db, id, 'pending')
    await portal.send(customer, buildCall({ note: 'without' }))
    expect(await states()).toEqual([['processing pending']])

    await updateRecordingRow(portal.postgres.db, id, 'redacted')
    await portal.ingest.recordingsSettled()
    expect(await states()).toEqual([['ready redacted']])
    expect(await listed()).toMatchObject([{ sounds: ['checked', 'original'] }])
    await portal.postgres.db.deleteFrom('recording').where('id', '=', id).execute()
    await portal.ingest.recordingsSettled()
    const none = { recordings: [], recording_states: [], recording_duration: null, sounds: ['deleted'] }
    expect(await listed()).toEqual([none])
    await portal.send(customer, buildCall({ note: 'after it was deleted' }))
    expect(await listed()).toEqual([none])
    expect(await countPending()).toBe(0)
  })

  it('change together, in one change of calls for all recordings that were worked on meanwhile', async () => {
    const names = Array.from({ length: 60 }, (_, at) => `call-${String(at).padStart(2, '0')}`)
    await begin(...names.map((externalCallId) => buildCall({ externalCallId })))
    await portal.ingest.recordingsSettled()
    for (const name of names) await record(name)
    const before = await portal.ingest.snapshots.published()
    await portal.ingest.recordingsSettled()
    const rows = await portal.rowsOf(customer)
    expect(new Set(rows.map(({ seen_from: from }) => Number(from) > before))).toEqual(new Set([true]))
    expect(new Set(rows.map((row) => row['seen_from'])).size).toBeLessThanOrEqual(2)
  })

  it.each(['insert', 'relate', 'supersede'] as const)(
    'are told again when the store failed at its %s, and after the end of the process',
    async (step) => {
      await begin(buildCall())
      let failed = 0
      portal.calls.before = (done) => {
        if (done !== step) return
        failed += 1
        portal.calls.recover()
        throw new CallStoreError('unavailable')
      }
      await record('call-1')
      // Whoever comes first to tell it meets the error: this, or what does so every other second.
      await portal.ingest.recordingsSettled().catch(() => {})
      expect(failed).toBe(1)
      await portal.restart()
      await portal.ingest.recordingsSettled()
      expect(await states()).toEqual([['ready clean']])
      expect(await countPending()).toBe(0)
      expect(await portal.rowsOf(customer)).toHaveLength(1)
    },
  )

  it('are told also after something else kept the database busy for long', async () => {
    await begin(buildCall())
    await portal.postgres.db.transaction().execute(async () => await setTimeout(4_000))
    await record('call-1')
    await expect.poll(async () => await states()).toEqual([['ready clean']])
  })

  it('are told without being asked for, and not of a call that is gone', async () => {
    await begin(buildCall())
    await record('call-1')
    await record('call-of-nobody')
    await expect.poll(async () => await states()).toEqual([['ready clean']])
    await expect.poll(countPending).toBe(0)
  })
})
