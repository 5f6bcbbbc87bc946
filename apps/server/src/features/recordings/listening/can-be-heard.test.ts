import type { Filter } from '@callboard/contract/calls'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { expectError, expectOk } from '#test/expect-errors.ts'
import type { Person } from '#test/portal.ts'
import { insertRecordingRow } from '#test/recording-rows.ts'
import { RecordingClient } from '#test/clients/recordings.ts'

let client: RecordingClient
/** Calls by what there is of their recordings. */
const ids: Record<string, string> = {}

const synced = async () => await client.portal.runtime.ingest.recordingsSettled()

beforeAll(async () => {
  client = await RecordingClient.open()
  const { portal, customer } = client
  const { db } = portal.runtime
  const own = { id: '0193f0a0-0000-7000-8000-00000000abcd', status: 'ready', duration: 9, channels: 1 }
  const names = [
    'both',
    'unchecked',
    'redacted',
    'pending',
    'deleted',
    'fetching',
    'failed',
    'none',
    'several',
  ]
  const sent = await client.calls(names.length)
  names.forEach((name, place) => (ids[name] = sent[place] ?? ''))
  ids['elsewhere'] =
    (await portal.addCalls(client.key, [{ recordings: [{ ...own, redactionStatus: 'clean' }] }]))[0] ?? ''
  const record = async (name: string, given: object = {}) =>
    await insertRecordingRow(db, { callId: ids[name] ?? '', customerId: customer.id, ...given })
  await record('both')
  await record('unchecked', { isSpeechChecked: false })
  const destroyed = await record('redacted')
  await db.updateTable('recording').set({ original_key: null }).where('id', '=', destroyed).execute()
  await record('pending', { redactionStatus: 'pending' })
  await record('several', { redactionStatus: 'failed' })
  await record('several')
  const gone = await record('deleted')
  await synced()
  await db.deleteFrom('recording').where('id', '=', gone).execute()
  for (const [name, state] of [
    ['fetching', 'waiting'],
    ['failed', 'failed'],
  ] as const) {
    await db
      .insertInto('recording_fetch')
      .values({
        call_id: ids[name] ?? '',
        customer_id: customer.id,
        call_started_at: new Date('2026-03-10T15:00:00.000Z'),
        url: 'https://elsewhere.example.com/a.wav',
        state,
      })
      .execute()
  }
  await synced()
})

const List = z.object({
  total: z.number(),
  items: z.array(z.object({ id: z.string(), recordingSound: z.string().nullable() })),
})

async function list(filters: Filter[], user: Person) {
  const answer = await user.ask({
    path: '/api/reporting/calldetails',
    body: {
      from: '2026-01-01T00:00:00Z',
      to: '2027-01-01T00:00:00Z',
      filters,
      withTotal: true,
      pageSize: 100,
    },
  })
  expectOk(answer)
  return List.parse(answer.json())
}

const nameOf = (id: string) => Object.entries(ids).find(([, one]) => one === id)?.[0] ?? ''
const heard = (value: unknown, op: Filter['op'] = 'eq'): Filter[] => [
  { field: 'canBeHeard', op, values: [value === true || value === false ? value : String(value)] },
]

async function audible(user: Person): Promise<string[]> {
  const { items, total } = await list(heard(true), user)
  expect(total).toBe(items.length)
  return items.map(({ id }) => nameOf(id)).toSorted()
}

const requireCheck = async (requiresSpeechCheck: boolean) =>
  expectOk(
    await client.admin.ask({
      method: 'PUT',
      path: `/api/customer/${client.customer.id}`,
      body: { requiresSpeechCheck },
    }),
  )

describe('calls that can be heard', () => {
  it('are those of the versions that whoever asks may hear now, exactly', async () => {
    const all = ['both', 'redacted', 'several', 'unchecked']
    expect(await audible(client.listener)).toEqual(all)
    expect(await audible(client.auditor)).toEqual([...all, 'pending'].toSorted())
    const { total } = await list([], client.listener)
    expect((await list(heard(false), client.listener)).total).toBe(total - all.length)
    await requireCheck(true)
    expect(await audible(client.listener)).toEqual(['both', 'redacted', 'several'])
    expect(await audible(client.auditor)).toEqual([...all, 'pending'].toSorted())
    await requireCheck(false)
    expect(await audible(client.listener)).toEqual(all)
  })

  it('are asked for by yes or no, with the right to call details', async () => {
    const ask = async (filters: Filter[], user: Person) =>
      await user.ask({ path: '/api/reporting/calldetails', body: { period: { relative: 'today' }, filters } })
    expectError(await ask(heard('perhaps'), client.listener), 400, 'invalid')
    expectError(await ask(heard(true, 'gt'), client.listener), 400, 'invalid')
    const reader = await client.portal.make.user({
      customerId: client.customer.id,
      claims: ['reporting.view'],
    })
    const run = await reader.ask({
      path: '/api/reporting/runreport',
      body: { definition: { dimensions: [], measures: ['calls'], filters: heard(true) } },
    })
    expectError(run, 403, 'forbidden')
  })
})

describe('the sound of a call', () => {
  it('says which there is, or why there is none, and is the same in list, filter and groups', async () => {
    const { items } = await list([], client.listener)
    const sounds = Object.fromEntries(items.map(({ id, recordingSound }) => [nameOf(id), recordingSound]))
    expect(sounds).toEqual({
      both: 'both',
      unchecked: 'both',
      redacted: 'redacted',
      pending: 'original',
      several: 'both',
      deleted: 'deleted',
      fetching: 'fetching',
      failed: 'notFetched',
      elsewhere: 'elsewhere',
      none: null,
    })
    const gone: Filter[] = [{ field: 'recordingSound', op: 'in', values: ['deleted', 'elsewhere'] }]
    expect((await list(gone, client.listener)).total).toBe(2)
    expect((await list([{ field: 'recordingSound', op: 'isNull', values: [] }], client.listener)).total).toBe(
      1,
    )
  })

  it('follows what is fetched', async () => {
    const { db } = client.portal.runtime
    await db.updateTable('recording_fetch').set({ state: 'failed' }).where('state', '=', 'waiting').execute()
    await synced()
    const failed: Filter[] = [{ field: 'recordingSound', op: 'eq', values: ['notFetched'] }]
    expect((await list(failed, client.listener)).total).toBe(2)
  })
})
