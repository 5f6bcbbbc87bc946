import type { ChangeExplanation, ExplainedDimension } from '@callboard/contract/change-explanation'
import { cleanup, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import classes from '#web/features/change-explanation/ChangeDrawer.module.css'
import { ExplainedValues } from '#web/features/change-explanation/ExplainedValues.tsx'
import { buildExplanation } from '../../../test/build-explanation.ts'
import { show } from '../../../test/show.tsx'

const location = { name: 'location', label: 'Location', type: 'text', role: 'dimension' } as const
const dimension: ExplainedDimension = {
  column: location,
  addsUp: true,
  score: 1,
  valueCount: 3,
  values: [
    { value: 'north', now: 30, earlier: 10, contribution: 20, share: 2 },
    { value: 'south', now: 5, earlier: 15, contribution: -10, share: -1 },
    { value: 'west', now: 4, earlier: 4, contribution: 0, share: 0 },
  ],
}

function explanationOf(moreIsBetter: boolean | null, change = 10): ChangeExplanation {
  return buildExplanation({
    column: { name: 'missed', label: 'Missed', type: 'integer', role: 'measure', moreIsBetter },
    now: 39,
    earlier: 29,
    change,
    dimensions: [dimension],
  })
}

/** The classes of the bar and the words beside it, value by value. */
function shown(moreIsBetter: boolean | null, change?: number) {
  show(
    <ExplainedValues
      explanation={explanationOf(moreIsBetter, change)}
      dimension={dimension}
      entityGroups={[]}
      onStep={() => undefined}
    />,
  )
  const rows = screen
    .getAllByRole('listitem')
    .map((row) => [
      row.querySelector(`.${classes.bar}`)?.className.replace(`${classes.bar} `, ''),
      row.querySelector('strong')?.textContent.split(' ')[0],
      /, (better|worse)/.exec(row.querySelector('strong')?.textContent ?? '')?.[1],
    ])
  cleanup()
  return rows
}

it('what made a figure change is in the colour of better or worse, as its measure says, and in words', () => {
  const { better, worse, more, less } = classes
  expect(shown(false)).toEqual([
    [worse, '+20,', 'worse'],
    [better, '−10,', 'better'],
    [more, '±0', undefined],
  ])
  expect(shown(true)).toEqual([
    [better, '+20,', 'better'],
    [worse, '−10,', 'worse'],
    [more, '±0', undefined],
  ])
  expect(shown(null)).toEqual([
    [more, '+20', undefined],
    [less, '−10', undefined],
    [more, '±0', undefined],
  ])
})

it('what moved the way of the whole comes first', () => {
  const contributions = (change: number) => shown(null, change).map(([, contribution]) => contribution)
  expect(contributions(10)).toEqual(['+20', '−10', '±0'])
  expect(contributions(-10)).toEqual(['−10', '±0', '+20'])
})
