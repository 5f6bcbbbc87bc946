import { describe, expect, it } from 'vitest'
import { parseLeg } from './cdr-layout.ts'
import { dispositionWords, isLeg, type Leg, type LegErrorCode } from './legs.ts'
import { masterCsv } from './master-csv.ts'
import { localClock } from '#server/lib/local-time.ts'

const reading = {
  clock: localClock('America/New_York'),
  dispositions: dispositionWords([]),
  layout: masterCsv,
}

/** The first sixteen fields of a line. */
function buildLine(
  fields: Partial<Record<'src' | 'dst' | 'channel' | 'start' | 'answer' | 'end', string>> = {},
) {
  const { src = '4155550101', dst = '2125550142', channel = 'PJSIP/trunk-00000001' } = fields
  const { start = '2026-03-10 09:00:00', answer = '', end = '2026-03-10 09:00:20' } = fields
  const times = [`"${start}"`, answer === '' ? '' : `"${answer}"`, `"${end}"`].join(',')
  const rest = `"PJSIP/301-00000002","Dial","PJSIP/301,20",${times},20,0,"NO ANSWER","DOCUMENTATION"`
  return `"","${src}","${dst}","from-trunk","""Ada Example"" <${src}>","${channel}",${rest}`
}

function legOf(line: string): Leg {
  const parsed = parseLeg(line, 1, reading)
  if (!isLeg(parsed)) throw new Error(parsed.description)
  return parsed
}

function errorOf(line: string): LegErrorCode {
  const parsed = parseLeg(line, 7, reading)
  if (isLeg(parsed)) throw new Error('The line is a leg.')
  expect(parsed).toMatchObject({ line: 7, raw: line })
  return parsed.code
}

describe('parseLeg', () => {
  it('reads the fields', () => {
    const raw = `${buildLine({ answer: '2026-03-10 09:00:05' })},"1773147600.1","","","1773147600.0",12`
    expect(legOf(raw)).toEqual({
      line: 1,
      raw,
      fieldCount: 21,
      callId: '1773147600.0',
      src: '4155550101',
      dst: '2125550142',
      context: 'from-trunk',
      callerId: '"Ada Example" <4155550101>',
      channel: 'PJSIP/trunk-00000001',
      dstChannel: 'PJSIP/301-00000002',
      lastApp: 'Dial',
      lastData: 'PJSIP/301,20',
      localStart: '2026-03-10 09:00:00',
      startedAtMs: Date.parse('2026-03-10T13:00:00Z'),
      answeredAtMs: Date.parse('2026-03-10T13:00:05Z'),
      endedAtMs: Date.parse('2026-03-10T13:00:20Z'),
      duration: 20,
      billsec: 0,
      disposition: 'NO ANSWER',
      uniqueId: '1773147600.1',
      linkedId: '1773147600.0',
      sequence: 12,
      did: '',
      recordingFile: '',
      outboundNumber: '',
    })
  })

  it.each([
    { rest: '', fieldCount: 16 },
    { rest: ',"1773147600.1"', fieldCount: 17, uniqueId: '1773147600.1' },
    { rest: ',"pbx1-1773147600.1"', fieldCount: 17, uniqueId: 'pbx1-1773147600.1' },
    { rest: ',"a note"', fieldCount: 17 },
    { rest: ',"1773147600.1","a note"', fieldCount: 18, uniqueId: '1773147600.1' },
    { rest: ',"","1773147600.0",3', fieldCount: 19, linkedId: '1773147600.0', sequence: 3 },
    {
      rest: ',"1773147600.1","","1773147600.0",3',
      fieldCount: 20,
      uniqueId: '1773147600.1',
      linkedId: '1773147600.0',
      sequence: 3,
    },
    { rest: ',"a note","","1773147600.0",3', fieldCount: 20, linkedId: '1773147600.0', sequence: 3 },
    {
      rest: ',"1773147600.1","a note","peer","pbx1-1773147600.0",3',
      fieldCount: 21,
      uniqueId: '1773147600.1',
      linkedId: 'pbx1-1773147600.0',
      sequence: 3,
    },
  ])('finds the ids behind the sixteenth field: $rest', ({ rest, ...ids }) => {
    const none = { uniqueId: '', linkedId: '', sequence: null }
    expect(legOf(buildLine() + rest)).toMatchObject({ ...none, ...ids })
  })

  it('has no answer where nothing stands between the commas', () => {
    expect(legOf(buildLine()).answeredAtMs).toBeNull()
  })

  it('tells by the id and the duration which of two hours it was', () => {
    const line = buildLine({ start: '2026-11-01 01:30:00', end: '2026-11-01 01:30:20' })
    const secondHour = Date.parse('2026-11-01T06:30:00Z')
    expect(legOf(`${line},"${secondHour / 1000}.1",""`).startedAtMs).toBe(secondHour)
    expect(legOf(`${line},"${secondHour / 1000 - 3600}.1",""`).startedAtMs).toBe(secondHour - 3_600_000)
    const across = buildLine({ start: '2026-11-01 01:59:50', end: '2026-11-01 01:00:10' })
    expect(legOf(across).endedAtMs - legOf(across).startedAtMs).toBe(20_000)
  })

  it.each([
    ['unbalancedQuote', `${buildLine()},"1773147600.1","`],
    ['unbalancedQuote', buildLine().slice(0, 60)],
    ['fieldCount', 'nothing of the kind'],
    ['fieldCount', `${buildLine()},1,2,3,4,5,6`],
    ['badTime', buildLine({ start: 'yesterday' })],
    ['badTime', buildLine({ end: '' })],
    ['badTime', buildLine({ answer: '2026-02-30 09:00:00' })],
    ['badNumber', buildLine().replace(',20,0,', ',-1,0,')],
    ['badNumber', buildLine().replace(',20,0,', ',20,many,')],
    ['badDisposition', buildLine().replace('NO ANSWER', 'MAYBE')],
    ['endBeforeStart', buildLine({ end: '2026-03-10 08:59:59' })],
    ['tooLong', buildLine({ dst: '1'.repeat(65) })],
    ['noChannel', buildLine({ channel: '' })],
  ] as const)('refuses with %s: %s', (code, line) => {
    expect(errorOf(line)).toBe(code)
  })

  it('keeps a line with zero bytes in a form that a database takes', () => {
    const parsed = parseLeg('\0\0,x', 1, reading)
    expect(parsed).toMatchObject({ code: 'binary', raw: '␀␀,x' })
  })

  it('keeps only the start of an endless line', () => {
    const parsed = parseLeg('x'.repeat(70_000), 1, reading)
    expect(parsed).toMatchObject({ code: 'tooLong', raw: 'x'.repeat(65_536) })
  })
})
