import { describe, expect, it } from 'vitest'
import { formatStep, formatStirVerdict } from './call-words.ts'

describe('a step of a route', () => {
  it.each([
    [{ step: 'transferred', from: 'Ada', to: 'Grace' }, 'Transferred from Ada to Grace'],
    [{ step: 'transferred', to: '+12125550111' }, 'Transferred to +12125550111'],
    [{ step: 'transferred', from: 'Ada', to: '' }, 'Transferred from Ada'],
    [{ step: 'rang' }, 'Rang'],
    [{ step: 'parked in slot 7' }, 'Parked in slot 7'],
  ])('%j is written as %s', (step, words) => {
    expect(formatStep(step)).toBe(words)
  })
})

it('a verdict is written in words, and one that is not known as it is', () => {
  expect(formatStirVerdict('A')).toBe('Caller and number known (A)')
  expect(formatStirVerdict('verified by magic')).toBe('verified by magic')
})
