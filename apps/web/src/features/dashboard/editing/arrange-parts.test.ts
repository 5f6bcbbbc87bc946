import { builtInPartNames, type PartWidth } from '@callboard/contract/dashboard'
import { describe, expect, it } from 'vitest'
import { arrangeParts } from '#web/features/dashboard/editing/arrange-parts.ts'

/** `h` is a half that stands beside another, `W` what takes a whole row. */
function arranged(widths: readonly PartWidth[]): string {
  const parts = widths.map((width, at) => ({
    type: 'builtIn' as const,
    name: builtInPartNames[at] ?? 'overTime',
    width,
  }))
  return arrangeParts(parts)
    .map(({ isWhole }) => (isWhole ? 'W' : 'h'))
    .join('')
}

describe('the parts of a dashboard', () => {
  it.each([
    [['full', 'half', 'half', 'full'], 'WhhW'],
    [['half', 'full'], 'WW'],
    [['half', 'half', 'half'], 'hhW'],
    [['half', 'half', 'half', 'half'], 'hhhh'],
    [['half', 'half', 'full', 'half'], 'hhWW'],
  ] as const)('%j leave no gap beside them', (widths, places) => {
    expect(arranged(widths)).toBe(places)
  })
})
