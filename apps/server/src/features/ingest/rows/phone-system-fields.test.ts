import { beforeAll, describe, expect, it } from 'vitest'
import { hiddenKeys } from '@callboard/contract/call-words'
import { findField } from '@callboard/contract/field-names'
import { csvRows } from '#test/csv-rows.ts'
import { buildCall, type SentCall } from '#test/factory.ts'
import { openPortal, type Portal } from '#test/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})

/** What each field is when it comes from a system, and a filter that finds that call and not a bare one. */
const sent = {
  content: 'blue banner',
  device: 'mobile',
  fbclid: 'IwAR0abc',
  msclkid: 'e1c3d5',
  forwardedFrom: '+13125550199',
  keysDialled: '1,2#',
  stirVerdict: 'B',
  hangupReason: 'sip:487',
  sipCallId: 'a84b4c76e66710@pc33.example.com',
  codec: 'PCMU',
  mos: 4.3,
  jitter: 12.25,
  packetLoss: 0.5,
} as const satisfies Partial<SentCall>
const names = Object.keys(sent)

const of = (id: string) => ({ field: 'customer', op: 'eq', values: [id] })

/** The call of a new customer as it is read after it was sent. */
async function readBack(call: Partial<SentCall>, columns: readonly string[]) {
  const id = await portal.customerWith([buildCall(call)])
  const [read] = await portal.listCalls([of(id)], { columns })
  return read
}

describe('the fields of telephone systems', () => {
  let customer: string
  beforeAll(async () => {
    customer = await portal.customerWith([sent, {}])
  })

  it('are read as they were sent, and have no value where they were not', async () => {
    const [one, other] = await portal.listCalls([of(customer)], { columns: names })
    expect([one, other]).toContainEqual(expect.objectContaining(sent))
    expect([one, other]).toContainEqual(
      expect.objectContaining(Object.fromEntries(names.map((name) => [name, null]))),
    )
  })

  it.each(Object.entries(sent))('find a call by %s', async (field, value) => {
    for (const filter of [
      { field, op: 'eq', values: [value] },
      { field, op: 'notNull', values: [] },
      typeof value === 'number'
        ? { field, op: 'ge', values: [value] }
        : { field, op: 'contains', values: [value.slice(0, 4)] },
    ]) {
      const found = await portal.listCalls([of(customer), filter], { columns: [field] })
      expect(found.map((call) => call[field])).toEqual([value])
    }
    expect(await portal.listCalls([of(customer), { field, op: 'isNull', values: [] }])).toHaveLength(1)
  })

  it.each(['content', 'device', 'stirVerdict', 'hangupReason', 'codec'] as const)(
    'are grouped by: %s',
    async (field) => {
      const { rows } = await portal.runReport({
        definition: { dimensions: [{ field }], measures: ['calls'] },
        parameters: { dateRange: { from: '2026-03-01', to: '2026-04-01' }, customer },
      })
      expect(rows).toContainEqual([sent[field], 1])
      expect(rows).toContainEqual([null, 1])
    },
  )

  it.each(['312555', 'a84b4c76'])('are found by the keyword %s', async (keyword) => {
    expect(await portal.listCalls([of(customer)], { keyword })).toHaveLength(1)
  })

  it('show nothing of the caller to who may not see callers', () => {
    expect(names.filter((name) => findField(name)?.isOfCaller)).toEqual(['forwardedFrom', 'keysDialled'])
  })

  it('are checked: a figure that cannot be is rejected', async () => {
    const { key } = await portal.make.sender()
    const { rejected } = await portal.sendCalls(key, [
      buildCall({ mos: 5.1 }),
      buildCall({ packetLoss: 101 }),
      buildCall({ jitter: -1 }),
      buildCall({ stirVerdict: 'x'.repeat(65) }),
    ])
    expect(rejected.map(({ code }) => code)).toEqual(['invalid', 'invalid', 'invalid', 'invalid'])
  })
})

describe('keys that were dialled', () => {
  it.each([
    ['1,2#', '1,2#'],
    ['12345678', '12345678'],
    ['4111111111111111', hiddenKeys],
    ['123456789', hiddenKeys],
    ['4111,1111,1111,1111#1227#123', hiddenKeys],
    ['4 1 1 1 1 1 1 1 1', hiddenKeys],
    ['٤١١١١١١١١١١١١١١١', hiddenKeys],
  ])('%s are kept only where they are no card and no account', async (keysDialled, kept) => {
    expect(await readBack({ keysDialled }, ['keysDialled'])).toMatchObject({ keysDialled: kept })
  })

  it('are not in the quarantine either, where their row is rejected', async () => {
    const { id, key } = await portal.make.sender()
    const row = JSON.stringify({ externalCallId: 'card', keysDialled: '4111 1111 1111 1111', note: '99' })
    await portal.postCalls(
      { key },
      `${row}\n${row.replace('411', String.raw`\u0034\u0031\u0031`)}`,
      'application/x-ndjson',
    )
    const kept = await portal.db
      .selectFrom('quarantine')
      .where('customer_id', '=', id)
      .select('raw')
      .execute()
    expect(kept.map(({ raw }) => raw)).toEqual(
      Array(2).fill('{"externalCallId":"card","keysDialled":"hidden","note":"99"}'),
    )
  })
})

describe('why a call ended', () => {
  it.each([
    [16, 16, null],
    ['16', 16, null],
    ['NORMAL_CLEARING', 16, null],
    ['normal_clearing', 16, null],
    ['Normal Clearing', 16, null],
    ['USER_BUSY', 17, null],
    ['call_rejected', 21, null],
    ['ORIGINATOR_CANCEL', 487, null],
    ['NO_ANSWER', 19, null],
    ['', null, null],
    [null, null, null],
    ['Out of pizza', null, 'Out of pizza'],
    ['1600', null, '1600'],
  ])('is the cause that %j stands for, or the word itself', async (hangupCause, cause, reason) => {
    expect(await readBack({ hangupCause }, ['hangupCause', 'hangupReason'])).toMatchObject({
      hangupCause: cause,
      hangupReason: reason,
    })
  })

  it('keeps the reason that a source sends beside its cause', async () => {
    const call = { hangupCause: 'Out of pizza', hangupReason: 'sip:503' }
    expect(await readBack(call, ['hangupCause', 'hangupReason'])).toMatchObject({
      hangupCause: null,
      hangupReason: 'sip:503',
    })
  })

  it('is sent again as it was, and changes nothing', async () => {
    const { key } = await portal.make.sender()
    const call = buildCall({ hangupCause: 'USER_BUSY', hangupBy: 'callee' })
    await portal.sendCalls(key, [call])
    expect(await portal.sendCalls(key, [call])).toMatchObject({ unchanged: 1 })
  })

  it('is in words in files for people, a number in those for programs', async () => {
    const customer = await portal.customerWith(
      ['USER_BUSY', 45, 777, undefined].map((hangupCause, minute) => ({
        startedAt: `2026-03-10T15:0${minute}:00.000Z`,
        ...(hangupCause !== undefined && { hangupCause }),
      })),
    )
    const file = async (accept: string) =>
      await portal.admin.ask({
        path: '/api/reporting/calldetails',
        body: {
          from: '2026-03-10',
          to: '2026-03-11',
          filters: [of(customer)],
          columns: ['hangupCause'],
          sort: 'startedAt',
          desc: false,
        },
        headers: { accept },
      })
    const words = ['User busy (17)', 'Pre-empted (45)', 'Cause 777']
    const csv = await file('text/csv')
    expect(csvRows(csv.text)).toEqual([['Hang-up cause'], ...words.map((word) => [word]), ['']])
    const html = await file('text/html')
    for (const word of words) expect(html.text).toContain(word)
    const lines = (await file('application/x-ndjson')).text.trim().split('\n')
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual(
      [17, 45, 777, null].map((hangupCause) => ({ hangupCause })),
    )
  })

  it('is grouped by, in words in a file to read', async () => {
    const customer = await portal.customerWith([{ hangupCause: 'CALL_REJECTED' }])
    const { text } = await portal.admin.ask({
      path: '/api/reporting/runreport',
      body: {
        definition: { dimensions: [{ field: 'hangupCause' }], measures: ['calls'] },
        parameters: { dateRange: { from: '2026-03-01', to: '2026-04-01' }, customer },
      },
      headers: { accept: 'text/html' },
    })
    expect(text).toContain('Call rejected (21)')
  })
})

describe('who hung up', () => {
  it.each([
    ['inbound', 'caller', 'caller'],
    ['inbound', 'Callee', 'agent'],
    ['inbound', 'Agent', 'agent'],
    ['inbound', 'switch', 'system'],
    ['inbound', 'the cleaner', 'the cleaner'],
    ['outbound', 'callee', 'callee'],
    ['outbound', 'agent', 'agent'],
  ] as const)('of an %s call: %s is %s', async (direction, hangupBy, party) => {
    expect(await readBack({ direction, hangupBy }, ['hangupBy'])).toMatchObject({ hangupBy: party })
  })
})

describe('the caller ID check', () => {
  it.each([
    ['TN-Validation-Passed-A', 'A'],
    ['TN-Validation-Passed-B-Passthrough', 'B'],
    ['TN-Validation-Passed-C', 'C'],
    ['TN-Validation-Failed-A', 'failed'],
    ['TN-Validation-Failed', 'failed'],
    ['No-TN-Validation', 'none'],
    ['a', 'A'],
    ['Failed', 'failed'],
    ['verified by magic', 'verified by magic'],
  ])('says by %s that it is %s', async (stirVerdict, verdict) => {
    expect(await readBack({ stirVerdict }, ['stirVerdict'])).toMatchObject({ stirVerdict: verdict })
  })
})

describe('a transfer', () => {
  it('names both of its ends', async () => {
    const steps = [
      { at: '2026-03-10T15:00:10.000Z', step: 'transferred', detail: '', from: 'Ada', to: '+12125550111' },
      { at: '2026-03-10T15:00:20.000Z', step: 'ended', detail: 'By the caller' },
    ]
    expect(await readBack({ routeTrace: steps }, ['routeTrace'])).toMatchObject({ routeTrace: steps })
  })

  it('is rejected with a name that is too long', async () => {
    const { key } = await portal.make.sender()
    const step = { at: '2026-03-10T15:00:10.000Z', step: 'transferred', detail: '', to: 'x'.repeat(121) }
    expect(await portal.sendCalls(key, [buildCall({ routeTrace: [step] })])).toMatchObject({
      rejected: [{ code: 'invalid' }],
    })
  })
})
