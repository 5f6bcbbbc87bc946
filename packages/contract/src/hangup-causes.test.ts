import { describe, expect, it } from 'vitest'
import { parseHangupCause } from './hangup-cause-names.ts'
import { formatHangupCause, namedCauses } from './hangup-causes.ts'

describe('the causes of a hang-up', () => {
  it('have each a name of their own, which stands for them when it is sent', () => {
    const labels = namedCauses.map((cause) => formatHangupCause(cause).replace(/ \(\d+\)$/, ''))
    expect(labels.map(parseHangupCause)).toEqual(namedCauses)
  })

  it.each([
    ['NORMAL_TEMPORARY_FAILURE', 41],
    ['REQUESTED_CHAN_UNAVAIL', 44],
    ['SERVICE_NOT_IMPLEMENTED', 79],
    ['RECOVERY_ON_TIMER_EXPIRE', 102],
    ['Unallocated (unassigned) number', 1],
    ['UNALLOCATED_NUMBER', 1],
    ['not_found', 1],
    [' 16 ', 16],
    ['007', 7],
    ['16.5', undefined],
    ['', undefined],
  ])('are sent as %j for %j', (word, cause) => {
    expect(parseHangupCause(word)).toBe(cause)
  })

  it('are written with their number, also those without a name', () => {
    expect(formatHangupCause(16)).toBe('Normal clearing (16)')
    expect(formatHangupCause(602)).toBe('Allotted time over (602)')
    expect(formatHangupCause(999)).toBe('Cause 999')
  })
})
