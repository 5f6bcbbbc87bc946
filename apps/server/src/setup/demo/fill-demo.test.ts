import { readdirSync } from 'node:fs'
import { Call } from '@callboard/contract/calls'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { expectOk } from '#test/expect-errors.ts'
import { openPortal, type Portal } from '#test/portal.ts'
import { CallStoreError, type CallStore } from '../../db/calls/call-store.ts'
import { Integer } from '../../db/calls/row-values.ts'
import { selectCall, storedCallFields } from '../../report-engine/summary/call-columns.ts'
import type { InitialSignIn, ShowSignIns } from '../first-start.ts'
import { businesses } from './businesses.ts'
import { fillDemo } from './fill-demo.ts'
import { fillRecordings } from './fill-recordings.ts'

const callCount = 30_000
const now = new Date()

let test: Portal
let signIns: readonly InitialSignIn[] = []

const fill = async (
  calls: CallStore = test.runtime.calls,
  show: ShowSignIns = (made) => {
    signIns = made
  },
) => {
  await fillDemo({ db: test.runtime.postgres.db, calls, dataDir: test.folder, now, callCount, show })
  test.runtime.snapshots.filled(now.getTime())
}

async function countOf(what: string): Promise<number | undefined> {
  const row = z.object({ n: Integer })
  return (await test.runtime.calls.query({ sql: `SELECT ${what} AS n FROM calls WHERE seen_to = 0`, row }))[0]
    ?.n
}

/** The store, but the second file finds the disk full. */
function failingStore(): CallStore {
  let files = 0
  const { calls } = test.runtime
  return {
    query: calls.query.bind(calls),
    lines: calls.lines.bind(calls),
    stream: calls.stream.bind(calls),
    command: calls.command.bind(calls),
    cancel: calls.cancel.bind(calls),
    ping: calls.ping.bind(calls),
    close: calls.close.bind(calls),
    async insertFile(insert) {
      if (++files > 1) throw new CallStoreError('unavailable')
      await calls.insertFile(insert)
    },
  }
}

beforeAll(async () => {
  test = await openPortal()
})

describe('filling a portal', () => {
  it('leaves no customer behind when it fails halfway', async () => {
    await expect(fill(failingStore())).rejects.toThrow(CallStoreError)
    expect(await countOf('count()')).toBe(25_000)
    const customers = await test.runtime.postgres.db.selectFrom('customer').select('id').execute()
    expect(customers).toEqual([])
    const users = await test.runtime.postgres.db.selectFrom('app_user').select('user_name').execute()
    expect(users).toEqual([{ user_name: 'admin' }])
  })

  it('begins anew afterwards, and has every call once', async () => {
    await fill()
    expect(await countOf('count()')).toBe(callCount)
    expect(await countOf('uniqExact(id)')).toBe(callCount)
    expect(await countOf('uniqExact(customer_id)')).toBe(businesses.length)
    expect(readdirSync(test.folder)).not.toContain('demo')
  })

  it('does nothing to a portal that has customers', async () => {
    await fill(test.runtime.calls, () => expect.unreachable())
    expect(await countOf('count()')).toBe(callCount)
  })

  it('stores calls that the contract knows', async () => {
    const { select, row } = selectCall(storedCallFields)
    const rows = await test.runtime.calls.query({
      sql: `SELECT ${select} FROM calls WHERE seen_to = 0 LIMIT 2000`,
      row,
    })
    // Names and rights are added when a call is read, when attributes get their keys.
    const Stored = Call.omit({ customerName: true, audibleRecordingId: true }).extend({
      attributes: z.array(z.string()),
    })
    expect(z.array(Stored).safeParse(rows).error).toBeUndefined()
  })

  it('names every code that stands in a call', async () => {
    for (const type of [
      'network',
      'number',
      'location',
      'state',
      'county',
      'historicalroute',
      'tod',
      'rotationgroup',
      'dma',
    ] as const) {
      const found = await test.runtime.calls.query({
        sql: `SELECT DISTINCT ${type} AS code FROM calls WHERE ${type} != ''`,
        row: z.object({ code: z.string() }),
      })
      const known = await test.runtime.postgres.db
        .selectFrom('entity')
        .where('type', '=', type)
        .select('code')
        .execute()
      const codes = new Set(known.map(({ code }) => code))
      expect(found.map(({ code }) => code).filter((code) => !codes.has(code))).toEqual([])
      expect(found.length).toBeGreaterThan(0)
    }
  })

  it('records who made it', async () => {
    const { db } = test.runtime.postgres
    const rows = await db.selectFrom('change_record').select(['user_name']).distinct().execute()
    expect(rows).toEqual([{ user_name: 'system' }])
  })
})

async function details(token: string) {
  const body = { period: { relative: 'last90Days' }, withTotal: true, pageSize: 1 }
  return await test.ask({ path: '/api/reporting/calldetails', body, token })
}

describe('the users', () => {
  const Session = z.object({ token: z.string() })
  const Page = z.object({ total: z.int().nullable() })

  async function signIn(userName: string): Promise<string> {
    const password = signIns.find((made) => made.userName === userName)?.password
    const answer = expectOk(await test.ask({ path: '/api/auth/login', body: { userName, password } }))
    return Session.parse(answer).token
  }

  async function total(userName: string): Promise<number | null> {
    const answer = await details(await signIn(userName))
    expect(answer.text).toContain('"total"')
    return Page.parse(answer.json()).total
  }

  const stored = async (condition: string) => {
    const since = `started_at >= toStartOfDay(now64(3, 'America/New_York')) - INTERVAL 89 DAY`
    return await countOf(`countIf(${since} AND ${condition})`)
  }

  it('are made with passwords that are shown', () => {
    expect(signIns.map(({ userName }) => userName)).toEqual([
      'demo-analyst',
      'demo-client',
      'demo-accounts',
      'demo-branches',
      'demo-reader',
      'demo-expired',
      'demo-supervisor',
      'API key',
    ])
  })

  it('see the calls of their customer', async () => {
    expect(await total('demo-analyst')).toBe(
      await stored(`customer_id = '0c000000-0000-7000-8000-000000000001'`),
    )
  })

  it('see those of two locations only, when an entity group says so', async () => {
    expect(await total('demo-branches')).toBe(await stored(`location IN ('HH-BKN', 'HH-STM')`))
  })

  it('may not see single calls without the right to', async () => {
    expect((await details(await signIn('demo-client'))).status).toBe(403)
    expect((await details(await signIn('demo-reader'))).status).toBe(403)
  })

  it('may do nothing when their role has ended', async () => {
    const token = await signIn('demo-expired')
    expect((await details(token)).status).toBe(403)
  })

  it('find the standard reports', async () => {
    const { db } = test.runtime.postgres
    const { rows } = await sql<{ user_name: string }>`
      SELECT DISTINCT user_name FROM app_user u JOIN report_group_user gu ON gu.user_id = u.id
        JOIN report_group_set gs ON gs.report_group_id = gu.report_group_id ORDER BY user_name`.execute(db)
    expect(rows.map((row) => row.user_name)).toEqual([
      'admin',
      'demo-accounts',
      'demo-analyst',
      'demo-branches',
      'demo-expired',
      'demo-liberty',
      'demo-reader',
      'demo-supervisor',
    ])
  })

  it('come with a key that sends calls', async () => {
    const key = signIns.find(({ userName }) => userName === 'API key')?.password ?? ''
    const call = {
      externalCallId: 'one-more',
      direction: 'inbound',
      trackingNumber: '+12125550101',
      callerNumber: '+12125550110',
      startedAt: new Date().toISOString(),
    }
    const answer = await test.ask({ path: '/api/calls', body: call, token: key })
    expect(answer.json()).toMatchObject({ created: 1, rejected: [] })
  })

  it('may correct a call of the demo, which is there once as before', async () => {
    const key = signIns.find(({ userName }) => userName === 'API key')?.password ?? ''
    const customer_id = '0c000000-0000-7000-8000-000000000001'
    const [call] = await test.runtime.calls.query({
      sql: `SELECT id, external_call_id, toString(started_at) AS started FROM calls
        WHERE customer_id = {customer:UUID} AND source_system = 'demo' ORDER BY started_at LIMIT 1`,
      params: { customer: customer_id },
      row: z.object({ id: z.string(), external_call_id: z.string(), started: z.string() }),
    })
    const corrected = {
      sourceSystem: 'demo',
      externalCallId: call?.external_call_id ?? '',
      direction: 'inbound' as const,
      trackingNumber: '+12125550101',
      startedAt: `${call?.started.replace(' ', 'T')}Z`,
      status: 'answered' as const,
      note: 'corrected',
    }
    expect(await test.sendCalls(key, [corrected])).toMatchObject({ updated: 1, created: 0 })
    expect(await countOf(`countIf(id = '${call?.id}')`)).toBe(1)
    expect(await countOf(`countIf(id = '${call?.id}' AND note = 'corrected')`)).toBe(1)
  })
})

describe('the recordings of the demo', () => {
  const recordings = async () => {
    const { rows } = await sql<{
      call_id: string
      redaction_status: string
      duration: number | null
      is_speech_checked: boolean
      text: string
      kinds: string
    }>`SELECT call_id, redaction_status, duration, is_speech_checked, redacted_transcript::text AS text,
        jsonb_path_query_array(spans, '$[*].kind')::text AS kinds
      FROM recording JOIN recording_content ON recording_id = id`.execute(test.runtime.postgres.db)
    return rows
  }

  it('are in each state, and in each but one that was worked on the speech was checked', async () => {
    const { postgres, calls, queue, recordingFiles: files } = test.runtime
    await fillRecordings({ db: postgres.db, calls, queue, files, copies: 1 })
    const statuses = async () => (await recordings()).map(({ redaction_status: status }) => status)
    const count = async (wanted: string) => (await statuses()).filter((status) => status === wanted).length
    await expect.poll(async () => await count('pending')).toBe(1)
    expect([await count('none'), await count('failed')]).toEqual([1, 1])
    expect(await count('clean')).toBeGreaterThan(0)
    expect(await count('redacted')).toBeGreaterThan(0)
    const worked = (await recordings()).filter(({ duration }) => duration !== null)
    expect(worked.filter((one) => !one.is_speech_checked)).toHaveLength(1)
  })

  it('tell no number of a card, spoken or keyed', async () => {
    const all = await recordings()
    for (const kind of ['keys', 'card', 'securityCode'])
      expect(all.filter(({ kinds }) => kinds.includes(`"${kind}"`)).length, kind).toBeGreaterThan(0)
    expect(all.map(({ text }) => text).join(' ')).not.toMatch(
      /four two four two|eight two two|five one oh five|seven three seven/i,
    )
  })

  it('are of calls in which somebody talks for as long', async () => {
    const all = (await recordings()).filter(({ duration }) => duration !== null)
    const talks = await test.runtime.calls.query({
      sql: `SELECT id, talk_duration AS seconds FROM calls WHERE seen_to = 0 AND id IN {ids:Array(UUID)}`,
      params: { ids: all.map((one) => one.call_id) },
      row: z.object({ id: z.string(), seconds: Integer }),
    })
    const seconds = new Map(talks.map((one) => [one.id, one.seconds]))
    expect(all.length).toBeGreaterThan(5)
    for (const { call_id: id, duration } of all) expect(seconds.get(id), id).toBeCloseTo(duration ?? 0, -1)
  })
})
