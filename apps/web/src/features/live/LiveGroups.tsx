import type { LiveCall, LiveGrouping } from '@callboard/contract/live'
import type { ReactNode } from 'react'
import { groupsOf } from '#web/features/live/live-groups.ts'
import { groupingLabels } from '#web/features/live/live-search.ts'
import classes from '#web/features/live/LiveGroups.module.css'
import { formatCount } from '@callboard/contract/format'
import { NoValue } from '#web/ui/values/NoValue.tsx'
import { RunningTime } from '#web/ui/values/RunningTime.tsx'

/** Renders a value by which calls are put together, as people call it. */
export type RenderValue = (by: LiveGrouping, value: string | null) => ReactNode

interface LiveGroupsProps {
  calls: readonly LiveCall[]
  by: LiveGrouping
  /** As in the address. */
  only: string | undefined
  onOnly: (only: string | undefined) => void
  renderValue: RenderValue
}

/** How many wait and talk by location, queue, number or campaign. A press shows the calls of one alone. */
export function LiveGroups({ calls, by, only, onOnly, renderValue }: LiveGroupsProps) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{groupingLabels[by]}</th>
          <th scope="col">Waiting</th>
          <th scope="col">Longest</th>
          <th scope="col">In menu</th>
          <th scope="col">Talking</th>
        </tr>
      </thead>
      <tbody>
        {groupsOf(calls, by).map(({ value, waiting, longestSince, menu, talking }) => {
          const isChosen = only === (value ?? '')
          return (
            <tr key={value ?? ''} className={isChosen ? classes.chosen : undefined}>
              <th scope="row">
                <button
                  type="button"
                  aria-pressed={isChosen}
                  onClick={() => onOnly(isChosen ? undefined : (value ?? ''))}
                >
                  {renderValue(by, value)}
                </button>
              </th>
              <td className={waiting > 0 ? classes.waiting : undefined}>{formatCount(waiting)}</td>
              <td>{longestSince === undefined ? <NoValue /> : <RunningTime since={longestSince} />}</td>
              <td>{formatCount(menu)}</td>
              <td>{formatCount(talking)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
