import { conditionWords } from '@callboard/contract/condition-words'
import type { Recipient } from '@callboard/contract/subscriptions'
import { expect, it } from 'vitest'
import { recipientWords } from '#web/lib/recipient-words.ts'

const named = (...names: string[]): Recipient[] =>
  names.map((name) => ({ userId: name, name, email: null, state: 'active', reason: null }))

it('says who gets a subscription, oneself first, and few by name', () => {
  expect(recipientWords([], 'Me')).toBe('nobody')
  expect(recipientWords(named('Me'), 'Me')).toBe('you')
  expect(recipientWords(named('Ada', 'Me'), 'Me')).toBe('you and Ada')
  expect(recipientWords(named('Ada', 'Bea', 'Cy'), 'Me')).toBe('Ada, Bea, and Cy')
  expect(recipientWords(named('Ada', 'Bea', 'Cy', 'Di', 'Me'), 'Me')).toBe('you, Ada, and 3 others')
})

it('says a condition with its value in the unit that people use', () => {
  expect(conditionWords({ hasRows: true })).toBe('only when there are rows')
  expect(conditionWords({ measure: 'missed', op: 'gt', value: 5 })).toBe('only when Missed is over 5')
  expect(conditionWords({ measure: 'answerRate', op: 'lt', value: 0.7 })).toBe(
    'only when Answer rate is under 70%',
  )
  expect(conditionWords({ measure: 'averageTalk', op: 'ge', value: 222 })).toMatch(/is at least 3:42$/)
  expect(conditionWords({ measure: 'calls', changedByPercent: 25 })).toBe(
    'only when Calls changed by 25 percent or more',
  )
  expect(conditionWords({ measure: 'answerRate', changedByPercent: 5 })).toBe(
    'only when Answer rate changed by 5 points or more',
  )
})
