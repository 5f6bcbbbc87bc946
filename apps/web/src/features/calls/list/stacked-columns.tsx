import type { PartialCall } from '@callboard/contract/calls'
import type { ReactNode } from 'react'
import { CallMarks, isMarked } from '#web/features/calls/list/CallMarks.tsx'
import { CallOrigin } from '#web/features/calls/list/CallOrigin.tsx'
import { type CallColumn, columnsOf } from '#web/features/calls/list/columns.tsx'
import classes from '#web/features/calls/list/stacked-columns.module.css'
import { Row } from '#web/ui/layout.tsx'

const [time, status, contact, talk] = ['time', 'status', 'caller', 'talkTime'].map(
  (key) => columnsOf([key])[0],
)

/** What the default columns show, in rows of two lines: for where half of these columns would have no room. */
export const stackedColumns: readonly CallColumn[] = [
  ...stacked(time, { minWidth: 176, render: (call, timeZone) => status?.render(call, timeZone) }),
  ...stacked(contact, {
    minWidth: 200,
    render: (call, timeZone) => (
      <>
        {isMarked(call) && (
          <Row as="span" minWidth={0}>
            <CallMarks call={call} />
          </Row>
        )}
        <span className={classes.words}>
          <CallOrigin call={call} timeZone={timeZone} />
        </span>
      </>
    ),
  }),
  ...(talk === undefined ? [] : [talk]),
]

/** A column with something else under its value. */
function stacked(
  column: CallColumn | undefined,
  { minWidth, render }: Pick<CallColumn, 'minWidth' | 'render'>,
): CallColumn[] {
  if (column === undefined) return []
  return [
    {
      ...column,
      minWidth,
      render: (call: PartialCall, timeZone: string) => (
        <Lines first={column.render(call, timeZone)} second={render(call, timeZone)} />
      ),
    },
  ]
}

function Lines({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <>
      <span className={classes.first}>{first}</span>
      <span className={classes.second}>{second}</span>
    </>
  )
}
