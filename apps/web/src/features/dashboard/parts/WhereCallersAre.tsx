import { builtInParts } from '@callboard/contract/dashboard'
import { describeNone } from '@callboard/contract/field-names'
import type { RunReportAnswer } from '@callboard/contract/reports'
import { useQuery } from '@tanstack/react-query'
import { Link, type To } from 'react-router'
import type { CallsBehind } from '#web/features/dashboard/drill.ts'
import { type DashboardScope, dashboardPartQuery } from '#web/features/dashboard/queries.ts'
import { TopTable } from '#web/features/dashboard/parts/TopTable.tsx'
import { formatCount, formatCounted } from '@callboard/contract/format'
import { type ResultRow, numberOf, resultRows } from '#web/lib/reporting/report-answer.ts'
import { fipsOfState, stateOfFips } from '@callboard/contract/charts/us-states'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import type { MapShape } from '@callboard/contract/charts/us-map'
import { Box, Hint } from '#web/ui/layout.tsx'
import { countiesQuery, statesQuery } from '#web/ui/charts/us-map-shapes.ts'
import { useInView } from '#web/ui/page/use-in-view.ts'
import { MapBesideTable } from '#web/ui/charts/MapBesideTable.tsx'

interface WhereCallersAreProps {
  scope: DashboardScope
  callsBehind: CallsBehind
  /** The state whose counties are shown, as `US-CA`; undefined shows all states. */
  state: string | undefined
  /** The address of this page with another state, or with none. */
  stateHref: (state: string | undefined) => To
}

// As many rows as stand beside the map.
const mapHeight = 380
const topRows = 8

/** Inbound calls by the caller's state on a map; a state opens its counties. */
export function WhereCallersAre({ scope, callsBehind, state, stateHref }: WhereCallersAreProps) {
  const [ref, isInView] = useInView<HTMLElement>()
  const field = state === undefined ? 'state' : 'county'
  const figures = useQuery({
    ...(state === undefined
      ? dashboardPartQuery('byState', scope)
      : dashboardPartQuery('byCounty', scope, { state: [state] })),
    enabled: isInView,
    // The figures of states mean nothing on a map of counties.
    placeholderData: (before) => (before?.columns[0]?.name === field ? before : undefined),
  })
  const states = useQuery({ ...statesQuery, enabled: isInView })
  const counties = useQuery({ ...countiesQuery, enabled: isInView && state !== undefined })
  const fips = state === undefined ? undefined : fipsOfState(state)
  const outline = states.data?.find(({ id }) => id === fips)
  const shapes = fips === undefined ? states.data : counties.data?.filter(({ id }) => id.startsWith(fips))
  return (
    <Panel
      ref={ref}
      title={builtInParts.whereCallersAre.label}
      note={outline === undefined ? 'inbound calls by state' : `inbound calls by county of ${outline.name}`}
      actions={state !== undefined && <Link to={stateHref(undefined)}>All states</Link>}
    >
      <QueryState
        query={figures}
        isEmpty={(answer) => answer.rows.length === 0}
        emptyReason="There are no calls in this period."
        skeleton={<Box minHeight={mapHeight} />}
      >
        {(answer) => (
          <MapBesideTable
            shapes={shapes}
            maxHeight={mapHeight}
            values={valuesOf(answer)}
            format={(calls = 0) => formatCounted(calls, 'call')}
            outline={outline}
            hrefOf={({ id }) => shapeHref({ answer, id, callsBehind, stateHref })}
            table={
              <div>
                <TopTable
                  label={answer.columns[0]?.label ?? ''}
                  rows={resultRows(answer).slice(0, topRows)}
                  nameOf={(row) => nameOf(row, shapes)}
                  hrefOf={(row) => {
                    const opened = openable(row)
                    return opened === undefined ? callsHref(answer, row, callsBehind) : stateHref(opened)
                  }}
                  callsHrefOf={(row) => callsHref(answer, row, callsBehind)}
                />
                <Hint margin="8px 0 0" fontSize={13}>
                  {restInWords(answer, shapes)}
                </Hint>
              </div>
            }
          />
        )}
      </QueryState>
    </Panel>
  )
}

const callsHref = (answer: RunReportAnswer, row: ResultRow, callsBehind: CallsBehind) =>
  callsBehind({ answer, row: row.cells, measure: 'calls' })

/** What a row or a shape is called among the rows: the code of a state, or the FIPS code of a county. */
function codeOf({ cells: [code] }: ResultRow): string {
  return typeof code === 'string' ? code : ''
}

/** The state that a row opens. */
function openable(row: ResultRow): string | undefined {
  const code = codeOf(row)
  return fipsOfState(code) === undefined ? undefined : code
}

function shapeIdOf(row: ResultRow): string {
  const code = codeOf(row)
  return fipsOfState(code) ?? code
}

function valuesOf(answer: RunReportAnswer): Map<string, number> {
  return new Map(resultRows(answer).map((row) => [shapeIdOf(row), numberOf(row, 'calls') ?? 0]))
}

interface ShapePlace {
  answer: RunReportAnswer
  id: string
  callsBehind: CallsBehind
  stateHref: WhereCallersAreProps['stateHref']
}

function shapeHref({ answer, id, callsBehind, stateHref }: ShapePlace): To | undefined {
  const state = stateOfFips(id)
  if (state !== undefined) return stateHref(state)
  const row = resultRows(answer).find((one) => shapeIdOf(one) === id)
  return row && callsHref(answer, row, callsBehind)
}

function nameOf(row: ResultRow, shapes: readonly MapShape[] | undefined): string {
  const code = codeOf(row)
  const [column] = row.answer.columns
  if (code === '') return column === undefined ? 'No place' : describeNone(column.name, column.label)
  const shape = shapes?.find(({ id }) => id === shapeIdOf(row))
  return row.answer.labels[column?.name ?? '']?.[code] ?? shape?.name ?? code
}

/** How many calls neither the map nor the rows beside it show. */
function restInWords(answer: RunReportAnswer, shapes: readonly MapShape[] | undefined): string {
  const known = new Set(shapes?.map(({ id }) => id))
  const rows = resultRows(answer)
  const callsOf = (some: readonly ResultRow[]) =>
    some.reduce((sum, row) => sum + (numberOf(row, 'calls') ?? 0), 0)
  const elsewhere = callsOf(rows.filter((row) => !known.has(shapeIdOf(row))))
  const more = rows.slice(topRows).filter((row) => known.has(shapeIdOf(row))).length
  const parts = [
    ...(more > 0 ? [`${formatCount(more)} more on the map`] : []),
    ...(shapes !== undefined && elsewhere > 0
      ? [`${formatCounted(elsewhere, 'call')} not on the map: in other countries or at an unknown place`]
      : []),
  ]
  return parts.join(' · ')
}
