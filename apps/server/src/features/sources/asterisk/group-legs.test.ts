import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { times } from '#test/soak.ts'
import { groupLegs, type LegGroup } from './group-legs.ts'
import type { Leg } from './legs.ts'

let lines = 0

function buildLeg(leg: Partial<Leg> & { from?: number; to?: number }): Leg {
  const { from = 0, to = 10, linkedId = '', uniqueId = '', ...rest } = leg
  return {
    line: ++lines,
    raw: 'raw',
    fieldCount: 21,
    callId: linkedId || uniqueId,
    src: '4155550101',
    dst: '2125550142',
    context: 'from-trunk',
    callerId: '',
    channel: 'PJSIP/trunk-00000001',
    dstChannel: 'PJSIP/301-00000002',
    lastApp: 'Dial',
    lastData: 'PJSIP/301',
    localStart: '2026-03-10 09:00:00',
    startedAtMs: from * 1000,
    answeredAtMs: null,
    endedAtMs: to * 1000,
    duration: to - from,
    billsec: 0,
    disposition: 'NO ANSWER',
    uniqueId,
    linkedId,
    sequence: null,
    did: '',
    recordingFile: '',
    outboundNumber: '',
    ...rest,
  }
}

function group(legs: readonly Leg[], window?: number) {
  const grouping = groupLegs(window)
  const rejected = legs.flatMap((leg) => grouping.add(leg))
  const early = grouping.readyCount
  grouping.end()
  const groups = grouping.take(Infinity)
  return { groups, early, rejected }
}

const linesOf = (groups: readonly LegGroup[]) => groups.map((legs) => legs.map((leg) => leg.line))

describe('groupLegs', () => {
  it('puts legs together that do not stand together', () => {
    const a1 = buildLeg({ linkedId: 'a' })
    const b1 = buildLeg({ linkedId: 'b' })
    const a2 = buildLeg({ linkedId: 'a' })
    expect(linesOf(group([a1, b1, a2]).groups)).toEqual([[a1.line, a2.line], [b1.line]])
  })

  it('keeps a call open for as many legs as the window has, and no longer', () => {
    const first = buildLeg({ linkedId: 'a', from: 0, to: 10 })
    const between = [20, 30, 40].map((from) => buildLeg({ linkedId: `b${from}`, from, to: from + 5 }))
    const last = buildLeg({ linkedId: 'a', from: 5, to: 50 })
    expect(linesOf(group([first, ...between, last], 3).groups)).toContainEqual([first.line, last.line])
    const { groups, rejected } = group([first, ...between, last], 2)
    expect(groups.filter(([leg]) => leg.callId === 'a')).toEqual([[first]])
    expect(rejected).toMatchObject([{ line: last.line, code: 'lateLeg', raw: 'raw' }])
  })

  it('rejects with a late leg those of its call that came since', () => {
    const first = buildLeg({ linkedId: 'a', from: 0, to: 10 })
    const others = [20, 30, 40].map((from) => buildLeg({ linkedId: `b${from}`, from, to: from + 5 }))
    const again = buildLeg({ linkedId: 'a', from: 50, to: 60 })
    const bridge = buildLeg({ linkedId: 'a', from: 5, to: 70 })
    const after = buildLeg({ linkedId: 'a', from: 70, to: 80 })
    const { groups, rejected } = group([first, ...others, again, bridge, after], 2)
    expect(groups.filter(([leg]) => leg.callId === 'a')).toEqual([[first]])
    expect(rejected.map((error) => error.line)).toEqual([again.line, bridge.line, after.line])
  })

  it('lets calls go while it reads', () => {
    const legs = Array.from({ length: 100 }, (_, n) =>
      buildLeg({ linkedId: `${n}`, from: n * 20, to: n * 20 + 5 }),
    )
    expect(group(legs, 10).early).toBe(89)
  })

  it('takes older files put after newer ones', () => {
    const at = (id: string, from: number) => buildLeg({ linkedId: id, from, to: from + 5 })
    const newer = [1000, 1010, 1020].map((from) => at(`n${from}`, from))
    const older = [0, 10, 20].map((from) => at(`o${from}`, from))
    const { groups, rejected } = group([...newer, ...older], 1)
    expect(groups).toHaveLength(6)
    expect(rejected).toEqual([])
  })

  it('finds both halves of a Local channel where the switch logs no linkedid', () => {
    const inner = buildLeg({ uniqueId: '2.2', channel: 'Local/ring@x-00000000;2', from: 1, to: 9 })
    const other = buildLeg({ uniqueId: '3.3', channel: 'PJSIP/trunk-00000009', from: 0, to: 9 })
    const outer = buildLeg({ uniqueId: '1.1', dstChannel: 'Local/ring@x-00000000;1', from: 0, to: 9 })
    const talk = buildLeg({ uniqueId: '1.1', from: 9, to: 60 })
    const { groups } = group([inner, other, outer, talk])
    expect(linesOf(groups)).toEqual([[inner.line, outer.line, talk.line], [other.line]])
  })

  it('unites two open calls when a leg shows that they are one', () => {
    const talk = buildLeg({ uniqueId: '1.1', from: 0, to: 5 })
    const inner = buildLeg({ uniqueId: '2.2', channel: 'Local/ring@x-00000000;2', from: 5, to: 9 })
    const outer = buildLeg({ uniqueId: '1.1', dstChannel: 'Local/ring@x-00000000;1', from: 5, to: 9 })
    const { groups } = group([talk, inner, outer])
    expect(linesOf(groups)).toEqual([[talk.line, inner.line, outer.line]])
  })

  it('goes by the channel, at one time, where there are no ids', () => {
    const rang = buildLeg({ from: 0, to: 20 })
    const voicemail = buildLeg({ from: 20, to: 50, dstChannel: '', lastApp: 'VoiceMail' })
    const afterRestart = buildLeg({ from: 500, to: 510 })
    const { groups } = group([rang, voicemail, afterRestart])
    expect(linesOf(groups)).toEqual([[rang.line, voicemail.line], [afterRestart.line]])
  })

  it('stops a runaway id', () => {
    const legs = Array.from({ length: 10_001 }, () => buildLeg({ linkedId: 'same' }))
    expect(group(legs).rejected).toMatchObject([{ code: 'tooManyLegs' }])
  })

  it('gives each leg exactly once, and each id once, whatever comes', { tags: ['soak'] }, () => {
    const anyLeg = fc.record({
      linkedId: fc.constantFrom('', 'a', 'b', 'c', 'd'),
      uniqueId: fc.constantFrom('', '1.1', '2.2', '3.3'),
      channel: fc.constantFrom('SIP/x-1', 'SIP/y-2', 'Local/l@c-1;2', 'Local/m@c-2;2'),
      dstChannel: fc.constantFrom('', 'SIP/301-1', 'Local/l@c-1;1', 'Local/m@c-2;1'),
      from: fc.integer({ min: 0, max: 100 }),
      length: fc.integer({ min: 0, max: 50 }),
    })
    fc.assert(
      fc.property(fc.array(anyLeg, { maxLength: 60 }), fc.integer({ min: 1, max: 10 }), (all, window) => {
        const legs = all.map(({ length, ...leg }) => buildLeg({ ...leg, to: leg.from + length }))
        const { groups, rejected } = group(legs, window)
        const given = [...groups.flat().map((leg) => leg.line), ...rejected.map((error) => error.line)]
        expect(given.toSorted((a, b) => a - b)).toEqual(legs.map((leg) => leg.line))
      }),
      { numRuns: times(300, 50_000) },
    )
  })

  it('splits no call of a file in order of end, though the window be small', { tags: ['soak'] }, () => {
    const calls = fc.array(
      fc.record({ start: fc.integer({ min: 0, max: 500 }), legs: fc.array(fc.integer({ min: 1, max: 60 })) }),
      { maxLength: 40 },
    )
    fc.assert(
      fc.property(calls, fc.integer({ min: 1, max: 8 }), (all, window) => {
        const legs = all.flatMap(({ start, legs: lengths }, n) => {
          let end = start
          return lengths.map((length) => {
            const from = end
            end += length
            return buildLeg({ linkedId: `call${n}`, from, to: end })
          })
        })
        const { groups } = group(
          legs.toSorted((a, b) => a.endedAtMs - b.endedAtMs),
          window,
        )
        const ids = groups.map(([leg]) => leg.callId)
        expect(ids).toHaveLength(new Set(ids).size)
      }),
      { numRuns: times(200, 50_000) },
    )
  })
})
