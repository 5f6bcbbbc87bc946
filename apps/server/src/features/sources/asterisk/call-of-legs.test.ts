import { CallInput } from '@callboard/contract/calls'
import { describe, expect, it } from 'vitest'
import { parseLeg } from './cdr-layout.ts'
import { dispositionWords, isLeg, type Leg } from './legs.ts'
import { masterCsv } from './master-csv.ts'
import { callOfLegs } from './call-of-legs.ts'
import type { AsteriskCallRules } from './call-ends.ts'
import { localClock } from '#server/lib/local-time.ts'

const reading = { clock: localClock('UTC'), dispositions: dispositionWords([]), layout: masterCsv }

interface Row {
  src?: string
  dst?: string
  context?: string
  clid?: string
  channel?: string
  dstChannel?: string
  app?: string
  data?: string
  /** Second of the minute, or minute and second. */
  from?: string
  answer?: string
  to?: string
  billsec?: number
  result?: string
}

/** Legs of one call, as lines of a file. */
function call(rows: readonly Row[], rules: Partial<AsteriskCallRules> = {}) {
  const legs = rows.map((row, line) => legOf(row, line))
  const [first, ...others] = legs
  if (first === undefined) throw new Error('A call has a leg.')
  const result = callOfLegs([first, ...others], { country: 'US', ownNumbers: [], ...rules })
  expect(CallInput.safeParse(result).error).toBeUndefined()
  return result
}

function legOf(row: Row, line: number): Leg {
  const {
    src = '4155550101',
    dst = '2125550142',
    context = 'from-trunk',
    channel = 'PJSIP/trunk-00000001',
  } = row
  const { dstChannel = '', app = 'Dial', data = '', from = '00:00', answer = '', to = '00:20' } = row
  const { billsec = 0, result = 'NO ANSWER', clid = `"${src}" <${src}>` } = row
  const at = (time: string) => (time === '' ? '' : `"2026-03-10 09:${time}"`)
  const texts = ['', src, dst, context, clid.replaceAll('"', '""'), channel, dstChannel, app, data]
  const quoted = texts.map((text) => `"${text}"`).join(',')
  const ids = '"DOCUMENTATION","1773133200.1","","","1773133200.1",0'
  const raw = `${quoted},${at(from)},${at(answer)},${at(to)},0,${billsec},"${result}",${ids}`
  const parsed = parseLeg(raw, line, reading)
  if (!isLeg(parsed)) throw new Error(parsed.description)
  return parsed
}

const ring = { dstChannel: 'PJSIP/301-00000002', data: 'PJSIP/301,20' }
const answered = { ...ring, answer: '00:05', to: '01:05', billsec: 60, result: 'ANSWERED' }

describe('the status', () => {
  it.each([
    ['answered', [answered]],
    ['answered', [answered, { ...ring, dstChannel: 'PJSIP/302-00000003', result: 'BUSY', to: '00:01' }]],
    [
      'voicemail',
      [ring, { app: 'VoiceMail', data: '301@default,u', result: 'ANSWERED', from: '00:20', to: '00:50' }],
    ],
    ['missed', [{ ...ring, to: '00:15' }]],
    ['abandoned', [{ ...ring, to: '00:14' }]],
    // The switch had answered, the phone did not.
    ['missed', [{ ...ring, answer: '00:00', to: '01:00', billsec: 60 }]],
    // The switch alone.
    ['missed', [{ app: 'Hangup', answer: '00:00', to: '00:27', billsec: 27, result: 'ANSWERED' }]],
    ['abandoned', [{ app: 'AGI', answer: '00:00', to: '00:10', billsec: 10, result: 'ANSWERED' }]],
    [
      'missed',
      [{ app: 'Queue', data: 'sales', answer: '00:00', to: '00:40', billsec: 40, result: 'ANSWERED' }],
    ],
    ['busy', [{ ...ring, result: 'BUSY' }]],
    [
      'busy',
      [
        { ...ring, result: 'BUSY' },
        { app: 'Playback', result: 'ANSWERED', from: '00:20', to: '00:25' },
      ],
    ],
    ['failed', [{ ...ring, result: 'FAILED' }]],
    ['failed', [{ ...ring, result: 'CONGESTION' }]],
    ['failed', [{ app: 'Dial', result: 'FAILED' }]],
    [
      'missed',
      [
        { ...ring, result: 'BUSY' },
        { ...ring, dstChannel: 'PJSIP/302-00000003' },
      ],
    ],
  ] as const)('is %s', (status, rows) => {
    expect(call(rows).status).toBe(status)
  })
})

describe('the parties', () => {
  it('are numbers in E.164', () => {
    expect(call([answered])).toMatchObject({
      direction: 'inbound',
      trackingNumber: '+12125550142',
      callerNumber: '+14155550101',
      targetNumber: '301',
      agent: '301',
      callerName: null,
    })
  })

  it('are kept as sent when they are no public numbers', () => {
    const parties = call([{ ...answered, src: '214943', dst: '211553' }])
    expect(parties).toMatchObject({ callerNumber: '214943', trackingNumber: '211553', direction: 'inbound' })
    expect(call([{ ...answered, src: '8107924651\ufffdb' }]).callerNumber).toBe('8107924651\ufffdb')
  })

  it('follow the country of the switch', () => {
    const rows = [{ ...answered, src: '89245559078', dst: '4950000000' }]
    expect(call(rows, { country: 'RU' })).toMatchObject({ callerNumber: '+79245559078' })
  })

  it.each(['', 'anonymous', 'Anonymous', 'unknown', 'Restricted'])(
    'have no caller when it is sent as %j',
    (src) => {
      const parties = call([{ ...answered, src, clid: `"${src}" <${src}>` }])
      expect(parties).toMatchObject({ callerNumber: null, callerName: null })
    },
  )

  it('take the caller of the caller id when the source is empty', () => {
    const clid = '"Ada Example" <4155550101>'
    expect(call([{ ...answered, src: '', clid }])).toMatchObject({
      callerNumber: '+14155550101',
      callerName: 'Ada Example',
    })
  })

  it.each([
    ['"Ada Example" <4155550101>', 'Ada Example'],
    ['Ada Example <4155550101>', 'Ada Example'],
    ['"Ada \\"The\\" Example" <4155550101>', 'Ada "The" Example'],
    ['"4155550101" <4155550101>', null],
    ['"" <4155550101>', null],
    ['4155550101', null],
    ['<4155550101>', null],
    ['"Jos\ufffd" <4155550101>', 'Jos\ufffd'],
    ['"', '"'],
  ])('take the name of %s', (clid, name) => {
    expect(call([{ ...answered, clid }]).callerName).toBe(name)
  })

  it.each(['s', 'i', 'h', 'ch1'])('do not take the name %s of the dial plan for a number', (dst) => {
    expect(
      call([
        { ...ring, dst, to: '00:01' },
        { ...answered, from: '00:01' },
      ]).trackingNumber,
    ).toBe('+12125550142')
    expect(call([{ ...answered, dst }]).trackingNumber).toBe(dst)
  })

  it('take the public number that was dialled, not the group it led to', () => {
    expect(
      call([
        { ...ring, to: '00:01' },
        { ...answered, dst: '600', from: '00:01' },
      ]).trackingNumber,
    ).toBe('+12125550142')
    expect(
      call([
        { ...ring, dst: '600' },
        { ...answered, from: '00:01' },
      ]).trackingNumber,
    ).toBe('+12125550142')
  })

  it('have no agent where a public number was called', () => {
    const forwarded = { dstChannel: 'SIP/carrier-00000003', data: 'SIP/carrier/13125550177,30' }
    expect(call([{ ...answered, ...forwarded }])).toMatchObject({ targetNumber: '+13125550177', agent: null })
  })

  it('name nobody where two targets share a trunk', () => {
    const shared = { dstChannel: 'SIP/branch-00000003', data: 'SIP/158@branch&SIP/200@branch,30' }
    expect(call([{ ...answered, ...shared }])).toMatchObject({
      targetNumber: null,
      agent: null,
      status: 'answered',
    })
  })

  it('turn round in a call that goes out', () => {
    const out = { src: '105', dst: '14155550110', context: 'from-internal', channel: 'PJSIP/105-00000001' }
    const through = { dstChannel: 'SIP/carrier-00000003', data: 'SIP/carrier/14155550110,60' }
    expect(call([{ ...answered, ...out, ...through }])).toMatchObject({
      direction: 'outbound',
      trackingNumber: '105',
      callerNumber: '105',
      targetNumber: '+14155550110',
      agent: '105',
    })
    const shown = call([{ ...answered, ...out, ...through, src: '2125550142' }])
    expect(shown).toMatchObject({ direction: 'outbound', trackingNumber: '+12125550142', agent: '105' })
  })

  it('go by the contexts when these are given', () => {
    const rules = { outboundContexts: new Set(['office']) }
    expect(call([{ ...answered, context: 'office' }], rules).direction).toBe('outbound')
    expect(call([{ ...answered, context: 'from-internal' }], rules).direction).toBe('inbound')
  })
})

describe('the durations', () => {
  it('are those of ringing and talk', () => {
    expect(call([answered])).toMatchObject({
      startedAt: '2026-03-10T09:00:00.000Z',
      answeredAt: '2026-03-10T09:00:05.000Z',
      endedAt: '2026-03-10T09:01:05.000Z',
      duration: 65,
      ringDuration: 5,
      talkDuration: 60,
      ivrDuration: 0,
      queueDuration: 0,
      billableDuration: 60,
    })
  })

  it('count what happens at one time once', () => {
    const other = { ...ring, dstChannel: 'PJSIP/302-00000003', to: '00:05' }
    expect(call([answered, other, { ...other, dstChannel: 'PJSIP/303-00000004' }])).toMatchObject({
      ringDuration: 5,
      talkDuration: 60,
    })
  })

  it('add up the talks of a call that is passed on', () => {
    const second = { dstChannel: 'PJSIP/302-00000003', data: 'PJSIP/302', result: 'ANSWERED', billsec: 30 }
    const rows = [answered, { ...second, from: '01:05', answer: '01:10', to: '01:40' }]
    expect(call(rows)).toMatchObject({ talkDuration: 90, ringDuration: 10, agent: '301', duration: 100 })
  })

  it('take a menu as such, and what the switch answered as billable', () => {
    const menu = { app: 'Playback', answer: '00:00', to: '00:30', billsec: 30, result: 'ANSWERED' }
    expect(call([menu])).toMatchObject({
      ivrDuration: 30,
      billableDuration: 30,
      talkDuration: 0,
      answeredAt: null,
    })
  })

  it('take the wait in a queue up to the agent', () => {
    const queue = { app: 'Queue', data: 'sales,t' }
    const rows = [
      { ...queue, dstChannel: 'PJSIP/401-00000002', to: '00:15' },
      {
        ...answered,
        ...queue,
        dstChannel: 'PJSIP/402-00000003',
        from: '00:15',
        answer: '00:25',
        to: '02:25',
        billsec: 120,
      },
    ]
    expect(call(rows)).toMatchObject({
      queueDuration: 25,
      talkDuration: 120,
      agent: '402',
      targetNumber: '402',
    })
  })
})

describe('the wait in a queue', () => {
  it('counts again when an answered call is put into one', () => {
    const queue = { app: 'Queue', data: 'sales,t' }
    const rows = [answered, { ...queue, from: '01:05', to: '01:35', result: 'ANSWERED', billsec: 30 }]
    expect(call(rows)).toMatchObject({ queueDuration: 30, talkDuration: 60, ringDuration: 5 })
  })
})

describe('Local channels', () => {
  const outer = { dstChannel: 'Local/ring@later-00000000;1', data: 'Local/ring@later,40' }
  const inner = { channel: 'Local/ring@later-00000000;2', dst: 'ring', ...ring }

  it('are no parties of the call', () => {
    const rows = [
      { ...inner, answer: '00:06', to: '00:06', result: 'ANSWERED' },
      { ...outer, answer: '00:06', to: '00:06', result: 'ANSWERED' },
      {
        ...ring,
        data: outer.data,
        from: '00:06',
        answer: '00:06',
        to: '01:06',
        billsec: 60,
        result: 'ANSWERED',
      },
    ]
    expect(call(rows)).toMatchObject({
      status: 'answered',
      trackingNumber: '+12125550142',
      agent: '301',
      ringDuration: 6,
      talkDuration: 60,
      routeTrace: [{ step: 'answered', detail: 'PJSIP 301: ANSWERED after 6 s, 60 s of talk' }],
    })
  })

  it('do not answer', () => {
    const rows = [{ ...inner }, { ...outer, answer: '00:00', billsec: 20, result: 'ANSWERED' }]
    expect(call(rows)).toMatchObject({ status: 'missed', talkDuration: 0, answeredAt: null })
  })

  it('make a call of their own when there is no other', () => {
    expect(call([{ ...inner, dst: '2125550142' }])).toMatchObject({
      trackingNumber: '+12125550142',
      status: 'missed',
    })
  })
})

describe('the route', () => {
  it('has one step for each who was dialled and each application, in time', () => {
    const rows = [
      { app: 'VoiceMail', result: 'ANSWERED', from: '00:20', answer: '00:20', to: '00:50', billsec: 30 },
      ring,
      { ...ring, dstChannel: 'SIP/branch-00000003', data: 'SIP/200@branch', to: '00:10', result: 'BUSY' },
    ]
    expect(call(rows).routeTrace).toEqual([
      { at: '2026-03-10T09:00:00.000Z', step: 'rang', detail: 'PJSIP 301: NO ANSWER after 20 s' },
      { at: '2026-03-10T09:00:00.000Z', step: 'busy', detail: 'SIP 200 through branch: BUSY after 10 s' },
      { at: '2026-03-10T09:00:20.000Z', step: 'voicemail', detail: 'VoiceMail: ANSWERED, 0 s' },
    ])
  })

  it('ends at two hundred steps and says how many are left', () => {
    const rows = Array.from({ length: 250 }, (_, n) => ({ ...ring, dstChannel: `PJSIP/${n}-00000001` }))
    const steps = call(rows).routeTrace
    expect(steps).toHaveLength(200)
    expect(steps.at(-1)).toMatchObject({ step: 'more', detail: '51 further steps' })
  })

  it('takes a line that is there twice once', () => {
    const rows = [{ app: 'Hangup', result: 'ANSWERED' }] as const
    expect(call([...rows, ...rows]).routeTrace).toHaveLength(1)
  })
})
