import { RouteStep } from '@callboard/contract/call-parts'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Geography, loadGeography } from '../../lib/geo/place-of-number.ts'
import { stateOfCounty } from '../../lib/geo/states.ts'
import { businesses } from './businesses.ts'
import { lineOf, rowOf } from './call-rows.ts'
import { callerPlaces } from './caller-places.ts'
import { callersOf, dealNumbers } from './callers.ts'
import type { DemoCall } from './demo-call.ts'
import { dayMs, hourMs } from './local-clock.ts'
import { makeCalls } from './make-calls.ts'
import { secondsOf } from './outcome.ts'
import { randomOf } from './random.ts'

const callCount = 8000
const nowMs = Date.parse('2026-11-20T17:20:00.000Z')
const returnedWithinMs = dayMs

let geography: Geography
let calls: DemoCall[]

const make = (changed: { nowMs?: number; seed?: number; callCount?: number } = {}) =>
  makeCalls({ geography, seed: 1, callCount, nowMs, returnedWithinMs, ...changed }).calls

beforeAll(() => {
  geography = loadGeography()
  calls = make()
})

const numberOf = (call: DemoCall) => call.caller?.number
const inbound = () => calls.filter((call) => call.direction === 'inbound')
const ofBusiness = (code: string) => inbound().filter((call) => call.business.code === code)
const shareOf = (list: readonly DemoCall[], isMeant: (call: DemoCall) => boolean) =>
  list.filter(isMeant).length / list.length

const formats = new Map<string, Intl.DateTimeFormat>()

/** Hour and weekday on the wall, by the time zone database itself. */
const localTime = (call: DemoCall, timeZone = call.business.timeZone) => {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', { timeZone, hour: '2-digit', hourCycle: 'h23', weekday: 'short' })
  formats.set(timeZone, format)
  const parts = format.formatToParts(call.startedMs).map(({ type, value }) => [type, value] as const)
  const { hour = '', weekday = '' } = Object.fromEntries(parts)
  return { hour: Number(hour), weekday }
}

/** Those for which it does not hold: an expectation for each of thousands would take long. */
const except = (list: readonly DemoCall[], holds: (call: DemoCall) => boolean) =>
  list.filter((call) => !holds(call)).map(({ id }) => id)

describe('the number and the time of calls', () => {
  it('makes exactly as many as were asked for, each with an id of its own', () => {
    expect(calls).toHaveLength(callCount)
    expect(new Set(calls.map(({ id }) => id)).size).toBe(callCount)
  })

  it('spreads them over the last three months, none in the future', () => {
    const starts = calls.map(({ startedMs }) => startedMs)
    expect(Math.max(...starts)).toBeLessThan(nowMs)
    expect(Math.max(...calls.map(({ endedMs }) => endedMs ?? 0))).toBeLessThan(nowMs)
    const oldestDays = (nowMs - Math.min(...starts)) / dayMs
    expect(oldestDays).toBeGreaterThan(83)
    expect(oldestDays).toBeLessThan(92)
  })

  it.each(['2026-11-20T03:10:00Z', '2026-11-20T10:45:00Z', '2026-07-04T21:30:00Z', '2027-01-01T00:00:30Z'])(
    'has calls in the hour before %s, and three that go on',
    (now) => {
      const atMs = Date.parse(now)
      const made = make({ nowMs: atMs, callCount: 3000 })
      expect(made.filter(({ startedMs }) => startedMs > atMs - hourMs).length).toBeGreaterThanOrEqual(12)
      const live = made.filter(({ status }) => status === 'in-progress')
      expect(live).toHaveLength(3)
      for (const call of live) {
        expect(call.endedMs).toBeNull()
        expect(call.answeredMs).toBeLessThan(atMs)
      }
      expect(made.filter(({ endedMs }) => endedMs === null)).toHaveLength(3)
    },
  )

  it('gives each customer its share', () => {
    for (const business of businesses) {
      expect(shareOf(calls, (call) => call.business === business)).toBeCloseTo(business.share, 1)
    }
  })
})

describe('days and hours', () => {
  it('lets a dentist sleep at night and on Sundays, and eat at noon', () => {
    const local = ofBusiness('LD').map((call) => localTime(call))
    const at = (hour: number) => local.filter((time) => time.hour === hour).length
    expect(at(9)).toBeGreaterThan(20 * Math.max(1, at(3)))
    expect(at(12)).toBeLessThan(0.7 * at(11))
    expect(at(12)).toBeLessThan(0.8 * at(14))
    const on = (day: string) => local.filter(({ weekday }) => weekday === day).length
    expect(on('Sun')).toBeLessThan(0.15 * on('Tue'))
  })

  it('fills a hotel at weekends', () => {
    const local = ofBusiness('JL').map((call) => localTime(call))
    const on = (day: string) => local.filter(({ weekday }) => weekday === day).length
    expect(on('Sat')).toBeGreaterThan(1.1 * on('Wed'))
  })

  it('applies the rule of the hour at the branch, also where its zone is another one', () => {
    const phoenix = ofBusiness('JL').filter(({ extension }) => extension.branch.code === 'JL-SCO')
    expect(phoenix.length).toBeGreaterThan(100)
    const expected = (call: DemoCall) => {
      const { hour } = localTime(call, 'America/Phoenix')
      return hour >= 7 && hour < 22 ? 'JL-OPEN' : 'JL-AFTER'
    }
    expect(except(phoenix, (call) => call.rules?.tod.code === expected(call))).toEqual([])
  })

  it('has few calls on a holiday', () => {
    const onDay = (day: string) =>
      ofBusiness('LD').filter(({ startedMs }) => new Date(startedMs).toISOString().startsWith(day)).length
    // Columbus Day against the Monday after it.
    expect(onDay('2026-10-12')).toBeLessThan(0.5 * onDay('2026-10-19'))
  })

  it('changes the version of a route in the middle of the time', () => {
    const versions = new Map<string, DemoCall[]>()
    for (const call of ofBusiness('HH')) {
      const code = call.rules?.route.code ?? ''
      if (code.includes('DAY')) versions.set(code, [...(versions.get(code) ?? []), call])
    }
    expect([...versions.keys()].toSorted()).toEqual(['HH-DAY-1', 'HH-DAY-2', 'HH-DAY-3'])
    const span = (code: string) => versions.get(code)?.map(({ startedMs }) => startedMs) ?? []
    expect(Math.max(...span('HH-DAY-1'))).toBeLessThan(Math.min(...span('HH-DAY-2')))
    expect(Math.max(...span('HH-DAY-2'))).toBeLessThan(Math.min(...span('HH-DAY-3')))
  })
})

describe('what becomes of calls', () => {
  it('answers most of those that come while a branch is open, and few of the others', () => {
    const ended = ofBusiness('LD').filter(({ endedMs }) => endedMs !== null)
    const answered = (phase: string) =>
      shareOf(
        ended.filter((call) => call.rules?.tod.code === phase),
        ({ status }) => status === 'answered',
      )
    expect(answered('LD-OPEN')).toBeGreaterThan(0.75)
    expect(answered('LD-LUNCH')).toBeLessThan(0.6)
    expect(answered('LD-AFTER')).toBeLessThan(0.12)
  })

  it('calls it abandoned when it ended unanswered within 15 seconds, and missed when later', () => {
    const ended = calls.filter(({ endedMs }) => endedMs !== null)
    const seconds = ({ startedMs, endedMs }: DemoCall) => Math.floor(((endedMs ?? 0) - startedMs) / 1000)
    expect(except(ended, (call) => seconds(call) === secondsOf(call.outcome))).toEqual([])
    expect(except(ended, (call) => (call.answeredMs !== null) === (call.status === 'answered'))).toEqual([])
    expect(except(ended, (call) => call.status !== 'abandoned' || seconds(call) < 15)).toEqual([])
    expect(except(ended, (call) => call.status !== 'missed' || seconds(call) >= 15)).toEqual([])
  })

  it('has parts that add up to the duration, and hold within the talk', () => {
    const answered = calls.filter(({ status }) => status === 'answered')
    const seconds = (fromMs: number, toMs: number | null) => Math.floor(((toMs ?? 0) - fromMs) / 1000)
    expect(except(calls, ({ outcome }) => outcome.hold <= outcome.talk)).toEqual([])
    expect(
      except(answered, ({ outcome: { ivr, queue, ring }, startedMs, answeredMs }) => {
        return seconds(startedMs, answeredMs) === ivr + queue + ring
      }),
    ).toEqual([])
    expect(
      except(
        answered,
        ({ outcome, answeredMs, endedMs }) => seconds(answeredMs ?? 0, endedMs) === outcome.talk,
      ),
    ).toEqual([])
  })

  it('withholds the number of one call in 25', () => {
    expect(shareOf(inbound(), ({ caller }) => caller === null)).toBeCloseTo(0.04, 1.5)
  })

  it('has nobody on two calls at once', () => {
    const freeMs = new Map<string, number>()
    const overlapping = except(calls, (call) => {
      const number = numberOf(call)
      if (number === undefined) return true
      const isFree = (freeMs.get(number) ?? 0) <= call.startedMs
      freeMs.set(number, Math.max(freeMs.get(number) ?? 0, call.endedMs ?? Infinity))
      return isFree
    })
    expect(overlapping).toEqual([])
  })

  it('has somebody new until the end, however many are on another call', () => {
    const business = businesses.find(({ code }) => code === 'HH')
    const branch = business?.branches[0]
    if (business === undefined || branch === undefined) throw new Error('a business without a branch')
    const dealt = dealNumbers(1, geography).get(business.code)?.local ?? []
    const callers = callersOf(business, {
      random: randomOf(1),
      pool: { local: dealt.slice(0, 200), other: [] },
      places: callerPlaces(business, geography),
      expectedCalls: 1000,
    })
    const met = new Set<string | undefined>()
    let newest = 0
    let tries = 0
    for (let call = 0; call < 950; call++) {
      const number = callers.next(branch, (one) => !met.has(one.number) || tries++ % 2 === 0)?.number
      if (!met.has(number)) newest = call
      met.add(number)
    }
    expect(newest).toBeGreaterThan(900)
  })

  it('lets a few callers call again and again', () => {
    const counts = [...Map.groupBy(inbound(), numberOf).entries()]
      .filter(([number]) => number !== undefined)
      .map(([, some]) => some.length)
      .toSorted((one, other) => other - one)
    expect(counts.filter((count) => count === 1).length / counts.length).toBeGreaterThan(0.35)
    expect(counts[0]).toBeGreaterThan(20)
  })
})

describe('what follows from other calls', () => {
  const historyOf = (call: DemoCall) =>
    calls.filter((other) => other.business === call.business && numberOf(other) === numberOf(call))
  const isOpen = ({ direction, status }: DemoCall) =>
    direction === 'inbound' && !['answered', 'in-progress'].includes(status)

  it('counts the inbound calls of the same number to the same customer before', () => {
    const isBefore = (one: DemoCall, other: DemoCall) =>
      one.startedMs < other.startedMs || (one.startedMs === other.startedMs && one.id < other.id)
    const expected = (call: DemoCall) =>
      call.direction === 'inbound' && call.caller !== null
        ? historyOf(call).filter((other) => other.direction === 'inbound' && isBefore(other, call)).length
        : null
    const some = calls.filter((_, at) => at % 5 === 0)
    expect(except(some, (call) => call.priorCalls === expected(call))).toEqual([])
    expect(some.some(({ priorCalls }) => (priorCalls ?? 0) > 5)).toBe(true)
  })

  it('returns a missed call or voicemail by the next answer from or to that number within a day', () => {
    const expected = (call: DemoCall) => {
      if (!isOpen(call) || call.caller === null) return null
      const endedMs = call.endedMs ?? 0
      const answers = historyOf(call)
        .filter(({ status }) => status === 'answered')
        .map(({ answeredMs }) => answeredMs ?? 0)
        .filter((answeredMs) => answeredMs >= endedMs && answeredMs <= endedMs + dayMs)
      return answers.length === 0 ? null : Math.min(...answers)
    }
    expect(except(calls, (call) => call.returnedMs === expected(call))).toEqual([])
    expect(shareOf(calls.filter(isOpen), ({ returnedMs }) => returnedMs !== null)).toBeGreaterThan(0.3)
  })

  it('calls back at hours at which the branch is open', () => {
    const outbound = calls.filter(({ direction }) => direction === 'outbound')
    expect(outbound.length / calls.length).toBeGreaterThan(0.05)
    const dentists = outbound.filter(({ business }) => business.code === 'LD')
    expect(except(dentists, (call) => localTime(call).hour >= 8 && localTime(call).hour < 18)).toEqual([])
  })
})

describe('numbers and places', () => {
  it('has only numbers that no telephone has', () => {
    const numbers = new Set(
      calls.flatMap(({ line, caller, extension }) =>
        [line.number, extension.number, caller?.number ?? []].flat(),
      ),
    )
    expect([...numbers].filter((number) => !/^\+1[2-9]\d\d55501\d\d$/.test(number))).toEqual([])
  })

  it('has 60 tracking numbers and 25 locations', () => {
    const { switchboards } = makeCalls({ geography, seed: 1, callCount: 300, nowMs, returnedWithinMs })
    const all = [...switchboards.values()]
    expect(new Set(all.flatMap(({ lines }) => lines.map(({ number }) => number))).size).toBe(60)
    expect(new Set(all.flatMap(({ extensions }) => extensions.map(({ branch }) => branch.code))).size).toBe(
      25,
    )
  })

  it('gives a number one home, of one customer', () => {
    const callers = new Set(calls.flatMap(({ caller }) => caller ?? []))
    expect(new Set([...callers].map(({ number }) => number)).size).toBe(callers.size)
    expect(new Set(calls.map(({ caller, business }) => `${caller?.number} ${business.code}`)).size).toBe(
      // Calls of withheld numbers are of nobody, at each of the customers.
      callers.size + businesses.length,
    )
  })

  it('has places that exist', () => {
    const exists = ({ caller }: DemoCall) => {
      if (caller === null) return true
      const { city, county, state, zipcode, npanxx } = caller.place
      const isAtZip =
        zipcode === '' ||
        (geography.ofZip(zipcode).city === city && geography.ofZip(zipcode).county === county)
      return (
        isAtZip && (county === '' || stateOfCounty(county) === state) && /^[2-9]\d\d[2-9]\d\d$/.test(npanxx)
      )
    }
    expect(except(calls, exists)).toEqual([])
  })
})

describe('the same again', () => {
  const rows = (list: readonly DemoCall[], seed = 1) =>
    list.map((call) => lineOf(rowOf(call, { seed, nowMs }))).join('')

  it('makes the same rows of the same seed, and others of another', () => {
    expect(rows(make()) === rows(calls)).toBe(true)
    expect(rows(make({ seed: 2 })) === rows(calls)).toBe(false)
  })

  it('makes the same calls at another hour of the day, but for the last hour and the oldest days', () => {
    const earlierMs = nowMs - 9 * hourMs
    const isShared = ({ startedMs, endedMs }: DemoCall) =>
      startedMs > nowMs - 80 * dayMs && (endedMs ?? Infinity) < earlierMs - hourMs
    const facts = (list: readonly DemoCall[]) =>
      list
        .filter(isShared)
        .map(({ id, startedMs, endedMs, status, caller }) => [id, startedMs, endedMs, status, caller?.number])
    expect(facts(make({ nowMs: earlierMs }))).toEqual(facts(calls))
  })
})

describe('a row', () => {
  const cellsOf = (call: DemoCall) => {
    const row = rowOf(call, { seed: 1, nowMs })
    const cells = lineOf(row).trimEnd().split('\t')
    return Object.fromEntries(Object.keys(row).map((column, at) => [column, cells[at]]))
  }

  it('has a cell for each column', () => {
    expect(
      except(calls, (call) => {
        const row = rowOf(call, { seed: 1, nowMs })
        return lineOf(row).split('\t').length === Object.keys(row).length
      }),
    ).toEqual([])
  })

  it('tells the way of every call in five to seven steps, in order', () => {
    const isKnown = (call: DemoCall) => {
      const steps = z.array(RouteStep).parse(JSON.parse(cellsOf(call)['route_trace'] ?? ''))
      return (
        steps.length >= 5 &&
        steps.length <= 7 &&
        steps.every(({ at }, place) => at >= (steps[place - 1]?.at ?? ''))
      )
    }
    expect(except(calls, isKnown)).toEqual([])
  })

  it('prices calls in the money of the customer', () => {
    const currencies = new Set(calls.map((call) => `${call.business.country} ${cellsOf(call)['currency']}`))
    expect([...currencies].toSorted()).toEqual(['CA CAD', 'US USD'])
  })
})
