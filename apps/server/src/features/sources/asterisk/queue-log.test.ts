import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asteriskFixture } from '#test/sources/samples.ts'
import { assertCases } from '#test/soak.ts'
import { callsOf, readSourceFile, sourceOf } from '#test/sources/read-source-file.ts'
import { asterisk } from './asterisk.ts'

const masterFile = asteriskFixture('master-21-fields.csv').toString()

const source = sourceOf(asterisk, { timeZone: 'America/New_York', settings: { queueLog: true } })

const read = async (lines: readonly string[]) =>
  await readSourceFile(asterisk, lines.map((line) => `${line}\n`).join(''), source)

const first = 1_773_149_400

/** A line about the queued call of the file of legs, or about another one. */
const line = (second: number, rest: string, id = `${first}.20`) => `${first + second}|${id}|sales|${rest}`

const answered = [
  line(0, 'NONE|ENTERQUEUE||4155550105|1'),
  line(15, 'PJSIP/401|RINGNOANSWER|15000'),
  line(25, `Ada Byron|CONNECT|25|${first}.22|10`),
  line(145, 'Ada Byron|COMPLETECALLER|25|120|1'),
]

describe('a queue_log', () => {
  it('tells of a call how long it waited and rang, who answered, how long they talked and who hung up', async () => {
    const { calls, rejected } = await read(answered)
    expect(rejected).toEqual([])
    expect(calls).toMatchObject([
      {
        externalCallId: `${first}.20`,
        direction: 'inbound',
        status: 'answered',
        callerNumber: '+14155550105',
        trackingNumber: 'sales',
        rotationgroup: 'sales',
        agent: 'Ada Byron',
        startedAt: '2026-03-10T13:30:00.000Z',
        answeredAt: '2026-03-10T13:30:25.000Z',
        endedAt: '2026-03-10T13:32:25.000Z',
        duration: 145,
        queueDuration: 25,
        // RINGNOANSWER alone is in milliseconds.
        ringDuration: 25,
        talkDuration: 120,
        hangupBy: 'caller',
      },
    ])
  })

  it.each([
    ['abandoned', 'NONE|ABANDON|1|1|30', { queueDuration: 30, hangupBy: 'caller' }],
    ['missed', 'NONE|EXITWITHTIMEOUT|1|1|40', { queueDuration: 40 }],
    ['missed', 'NONE|EXITWITHKEY|2|1|1|20', { queueDuration: 20 }],
    ['missed', 'NONE|EXITEMPTY|1|1|5', { queueDuration: 5 }],
    ['answered', 'SIP/301|COMPLETEAGENT|12|33|1', { queueDuration: 12, talkDuration: 33, agent: '301' }],
    ['answered', 'Local/301@x/n|CONNECT|12|1.2|3', { queueDuration: 12, agent: '301', endedAt: null }],
    ['in-progress', 'SIP/301|RINGNOANSWER|3000', { queueDuration: 0, ringDuration: 3, endedAt: null }],
  ])('knows a call that is %s: %s', async (status, rest, facts) => {
    const { calls } = await read([line(0, 'NONE|ENTERQUEUE||4155550105|1'), line(45, rest)])
    expect(calls).toMatchObject([{ status, ...facts }])
  })

  it('counts the waits of a call in two queues, and calls it after the one that answered', async () => {
    const { calls } = await read([
      line(0, 'NONE|ENTERQUEUE||4155550105|1'),
      line(30, 'NONE|EXITWITHTIMEOUT|1|1|30'),
      ...[
        line(30, 'NONE|ENTERQUEUE||4155550105|1'),
        line(50, 'SIP/7|CONNECT|20|1.2|5'),
        line(60, 'SIP/7|ATTENDEDTRANSFER|BRIDGE|b-1|20|10|1'),
      ].map((each) => each.replace('|sales|', '|support|')),
    ])
    expect(calls).toMatchObject([
      { status: 'answered', rotationgroup: 'support', queueDuration: 50, talkDuration: 10, agent: '7' },
    ])
  })

  it('tells its broken lines, and passes over those that are about no call', async () => {
    const { calls, rejected, rows } = await read([
      `${first}|NONE|NONE|NONE|QUEUESTART|`,
      `${first}|MANAGER|sales|SIP/301|ADDMEMBER|`,
      ...answered,
      `${first}|${first}.21|sales`,
      `${first}|${first}.21|Local/2001|COMPLETEAGENT|`,
      `then|${first}.21|sales|NONE|ABANDON|1|1|3`,
      line(9, 'NONE|ABANDON|1|1', `${first}.21`),
      '',
    ])
    expect(calls).toHaveLength(1)
    expect(rejected.map(({ line: at, code }) => [at, code])).toEqual([
      [7, 'fieldCount'],
      [8, 'badEvent'],
      [9, 'badTime'],
      [10, 'badNumber'],
    ])
    expect(rows).toBe(11)
  })

  it('warns where the source does not say that there is one', async () => {
    const alone = sourceOf(asterisk, { timeZone: 'America/New_York' })
    const { calls, warnings } = await readSourceFile(asterisk, `${answered.join('\n')}\n`, alone)
    expect(calls).toMatchObject([{ status: 'answered' }])
    expect(warnings).toEqual([expect.stringContaining('turn on “Queue log”')])
    expect((await read(answered)).warnings).toEqual([])
  })
})

describe('a queue_log beside the legs', () => {
  it('says what of a call changes whose legs are not at hand', async () => {
    const queue = await read([line(0, 'NONE|ENTERQUEUE||4155550105|1'), line(75, 'NONE|ABANDON|1|1|75')])
    expect(asterisk.callsOf?.(queue.events, source).whereKnown).toEqual({
      externalCallId: `${first}.20`,
      status: 'abandoned',
      queueDuration: 75,
      rotationgroup: 'sales',
      hangupBy: 'caller',
    })
  })

  it('fills queue, wait and agent of their calls, and leaves the rest as it was', async () => {
    const legs = await readSourceFile(asterisk, masterFile, source)
    const queue = await read(answered)
    const calls = callsOf(asterisk, [...legs.events, ...queue.events], source)
    expect(calls).toHaveLength(13)
    expect(calls.filter(({ externalCallId }) => externalCallId !== `${first}.20`)).toEqual(
      legs.calls.filter(({ externalCallId }) => externalCallId !== `${first}.20`),
    )
    const before = legs.calls.find(({ externalCallId }) => externalCallId === `${first}.20`)
    expect(calls.find(({ externalCallId }) => externalCallId === `${first}.20`)).toEqual({
      ...before,
      rotationgroup: 'sales',
      agent: 'Ada Byron',
      queueDuration: 25,
      hangupBy: 'caller',
    })
  })

  it('says that a caller gave up who waited longer than those who give up at once', async () => {
    const missed = masterFile
      .split('\n')
      .slice(10, 11)
      .map((leg) => leg.replaceAll(':30:15', ':31:15').replace(',15,0,', ',75,0,'))
    const legs = await read(missed)
    const queue = await read([line(0, 'NONE|ENTERQUEUE||4155550105|1'), line(75, 'NONE|ABANDON|1|1|75')])
    expect(legs.calls).toMatchObject([{ status: 'missed' }])
    expect(callsOf(asterisk, [...legs.events, ...queue.events], source)).toMatchObject([
      { status: 'abandoned', queueDuration: 75 },
    ])
  })

  it('makes the same calls in whatever order their events come, however often', async () => {
    const legs = await readSourceFile(asterisk, masterFile, source)
    const queue = await read(answered)
    const events = [...legs.events, ...queue.events]
    const expected = callsOf(asterisk, events, source)
    const order = fc.shuffledSubarray([...events, ...events], { minLength: 2 * events.length })
    const sameCalls = fc.asyncProperty(order, async (some) => {
      expect(callsOf(asterisk, some, source)).toEqual(expected)
      await Promise.resolve()
    })
    await assertCases(sameCalls, { few: 20, many: 1000 })
  })
})
