import { expect, it } from 'vitest'
import { alertFigureSentence } from './alert-figure-words.ts'
import { alertMeasures } from './alert-measures.ts'
import type { MeasureName } from './measures.ts'

const sentence = (measure: MeasureName, figure: number | null, calls = 62) =>
  alertFigureSentence(measure, { figure, calls })

it('every figure that an alert can be on reads as a phrase', () => {
  const ofEach = alertMeasures.map(
    (name) => `${name}: ${sentence(name, /Rate|serviceLevel/.test(name) ? 0.21 : 3730)}`,
  )
  expect(ofEach.join('\n')).toMatchInlineSnapshot(`
    "calls: 3,730 calls
    inbound: 3,730 inbound calls
    outbound: 3,730 outbound calls
    answered: 3,730 answered calls
    missed: 3,730 missed calls
    abandoned: 3,730 abandoned calls
    voicemail: 3,730 calls that ended in voicemail
    inProgress: 3,730 calls in progress
    answerRate: 21.0% of 62 calls
    missedRate: 21.0% of 62 calls
    abandonedRate: 21.0% of 62 calls
    voicemailRate: 21.0% of 62 calls
    answeredInTime: 3,730 calls answered within 20 s
    serviceLevel: 21.0% of 62 calls
    uniqueCallers: 3,730 unique callers
    firstTimeCallers: 3,730 first-time callers
    leads: 3,730 leads
    firstTimeRate: 21.0% of 62 calls
    missedNotReturned: 3,730 missed calls not returned
    waitingUnderHour: 3,730 missed calls waiting for less than an hour
    waitingToday: 3,730 missed calls waiting since earlier today
    waitingOlder: 3,730 missed calls waiting since before today
    longestWaiting: 1 h 2 min 10 s, the longest of 62 calls
    waitingNow: 3,730 callers waiting
    longestWaitNow: 1 h 2 min 10 s, the longest of 62 calls
    talkingNow: 3,730 callers talking
    returned: 3,730 missed calls returned
    averageTimeToReturn: 1 h 2 min 10 s on average over 62 calls
    p50TimeToReturn: 1 h 2 min 10 s, the median of 62 calls
    missedWithheld: 3,730 missed calls with the number withheld
    totalDuration: 1 h 2 min 10 s in total over 62 calls
    averageDuration: 1 h 2 min 10 s on average over 62 calls
    p50Duration: 1 h 2 min 10 s, the median of 62 calls
    p90Duration: 1 h 2 min 10 s, the 90th percentile of 62 calls
    totalTalk: 1 h 2 min 10 s in total over 62 calls
    averageTalk: 1 h 2 min 10 s on average over 62 calls
    p50Talk: 1 h 2 min 10 s, the median of 62 calls
    p90Talk: 1 h 2 min 10 s, the 90th percentile of 62 calls
    averageWait: 1 h 2 min 10 s on average over 62 calls
    p50Wait: 1 h 2 min 10 s, the median of 62 calls
    p90Wait: 1 h 2 min 10 s, the 90th percentile of 62 calls
    totalRing: 1 h 2 min 10 s in total over 62 calls
    averageRing: 1 h 2 min 10 s on average over 62 calls
    p50Ring: 1 h 2 min 10 s, the median of 62 calls
    p90Ring: 1 h 2 min 10 s, the 90th percentile of 62 calls
    totalHold: 1 h 2 min 10 s in total over 62 calls
    averageHold: 1 h 2 min 10 s on average over 62 calls
    p50Hold: 1 h 2 min 10 s, the median of 62 calls
    p90Hold: 1 h 2 min 10 s, the 90th percentile of 62 calls
    recorded: 3,730 calls with a recording"
  `)
})

it('one, and none, read right too', () => {
  expect(sentence('missed', 1, 1)).toBe('1 missed call')
  expect(sentence('missed', 0, 0)).toBe('0 missed calls')
  expect(sentence('missedRate', 0.21, 62)).toBe('21.0% of 62 calls')
  expect(sentence('averageWait', 130, 1)).toBe('2 min 10 s on average over 1 call')
  expect(sentence('longestWaiting', 0.4, 1)).toBe('0 s, the longest of 1 call')
  expect(sentence('answerRate', null, 0)).toBe('no calls to measure')
})
