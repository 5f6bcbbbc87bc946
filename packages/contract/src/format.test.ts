import { describe, expect, it } from 'vitest'
import {
  findChange,
  formatChange,
  formatCount,
  formatCounted,
  formatDecimal,
  formatDuration,
  formatMoney,
  formatMoneyAmounts,
  formatRatio,
  speakDuration,
} from './format.ts'

describe('durations', () => {
  it.each([
    [0, '0:00'],
    [7, '0:07'],
    [222.4, '3:42'],
    [3599.6, '1:00:00'],
    [3822, '1:03:42'],
    [360_000, '100:00:00'],
    [-6, '-0:06'],
  ])('writes %s seconds as %s', (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text)
  })

  it('says them in words', () => {
    expect(speakDuration(3661)).toBe('1 hour 1 minute 1 second')
    expect(speakDuration(222)).toBe('3 minutes 42 seconds')
    expect(speakDuration(0)).toBe('0 seconds')
  })
})

describe('figures', () => {
  it('writes counts and ratios', () => {
    expect(formatCount(1_234_567)).toBe('1,234,567')
    expect(formatRatio(0.8643)).toBe('86.4%')
    expect(formatRatio(1)).toBe('100.0%')
    expect(formatCounted(1, 'call')).toBe('1 call')
    expect(formatCounted(0, 'call')).toBe('0 calls')
  })
})

describe('money', () => {
  it('keeps the digits of the decimal text', () => {
    expect(formatMoney('128450.00', 'USD')).toBe('$128,450.00')
    expect(formatMoney('90071992547409931.25', 'USD')).toBe('$90,071,992,547,409,931.25')
  })

  it('leaves out the cents where it is read at a glance', () => {
    expect(formatMoney('128450.60', 'USD', 'short')).toBe('$128,451')
  })

  it('never adds currencies', () => {
    const amounts = [
      { amount: '3200.00', currency: 'EUR' },
      { amount: '10.50', currency: 'USD' },
    ]
    expect(formatMoneyAmounts(amounts)).toBe('€3,200.00 · $10.50')
  })

  it('shows what it does not know as it is', () => {
    expect(formatMoney('many', 'USD')).toBe('many USD')
    expect(formatMoney('1.00', 'dollars')).toBe('1.00 dollars')
  })
})

describe('changes', () => {
  const text = (...[current, previous, kind]: [number, number, 'percent' | 'points' | 'absolute']) => {
    return formatChange(findChange({ current, previous, kind }))
  }

  it('writes shares, points and differences', () => {
    expect(text(5284, 4976, 'percent')).toBe('▲ 6.2%')
    expect(text(0.864, 0.853, 'points')).toBe('▲ 1.1 points')
    expect(text(0.84, 0.85, 'points')).toBe('▼ 1.0 point')
    expect(text(90, 96, 'absolute')).toBe('▼ 6')
    expect(text(5, 5, 'percent')).toBe('± 0.0%')
  })

  it('says that it is less than the least that is written, and is none only of equal figures', () => {
    expect(text(0.8521, 0.8523, 'points')).toBe('▼ <0.1 points')
    expect(text(2507, 2506, 'percent')).toBe('▲ <0.1%')
    expect(text(6.2, 6, 'absolute')).toBe('▲ <1')
    expect(text(0.8521, 0.8527, 'points')).toBe('▼ 0.1 points')
    expect(text(0.1 + 0.2, 0.3, 'points')).toBe('± 0.0 points')
    const durations = {
      current: 61.2,
      previous: 61,
      kind: 'absolute',
      formatDifference: formatDuration,
    } as const
    expect(formatChange(findChange(durations))).toBe('▲ <0:01')
  })

  it('gives no share of an earlier zero', () => {
    expect(text(5, 0, 'percent')).toBe('▲ from 0')
    expect(text(0, 0, 'percent')).toBe('± 0.0%')
  })

  it('writes a difference of durations as a duration', () => {
    const change = findChange({
      current: 222,
      previous: 228,
      kind: 'absolute',
      formatDifference: formatDuration,
    })
    expect(change).toEqual({ direction: 'down', amount: '0:06' })
  })
})

describe('formatDecimal', () => {
  it.each([
    ['128450', '128,450.00'],
    ['-0.1234', '-0.1234'],
    ['9007199254740993.25', '9,007,199,254,740,993.25'],
    ['Others', 'Others'],
  ])('writes %s as %s', (text, written) => expect(formatDecimal(text)).toBe(written))
})
