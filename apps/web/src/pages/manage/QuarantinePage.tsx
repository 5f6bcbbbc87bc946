import { formatCount } from '@callboard/contract/format'
import { formatTimeZone } from '@callboard/contract/format-time-zone'
import { quarantineSorts, type QuarantinedRow } from '@callboard/contract/quarantine'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { DroppedNote } from '#web/features/quarantine/DroppedNote.tsx'
import { quarantineChart, quarantineSummary } from '#web/features/quarantine/quarantine-chart.ts'
import { QuarantineActions } from '#web/features/quarantine/QuarantineActions.tsx'
import { QuarantinedRowDrawer } from '#web/features/quarantine/QuarantinedRowDrawer.tsx'
import {
  filterOf,
  quarantineQuery,
  quarantineReasonsQuery,
  QuarantineSearch,
  type QuarantineState,
} from '#web/features/quarantine/queries.ts'
import { ReasonList } from '#web/features/quarantine/ReasonList.tsx'
import { useIsViewingAs, useTimeZone } from '#web/lib/session/current-user.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { useUrlState, type WriteSearch } from '#web/lib/urls/url-state.ts'
import { RecordList } from '#web/records/lists/RecordList.tsx'
import { ManageCrumbs } from '#web/records/ManageCrumbs.tsx'
import { Chip } from '#web/ui/buttons/Chip.tsx'
import { ChartPanel } from '#web/ui/charts/ChartPanel.tsx'
import { PageFrame } from '#web/ui/page/PageFrame.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { UnreadableAddress } from '#web/ui/page/UnreadableAddress.tsx'
import type { FitColumn } from '#web/ui/tables/fit-columns.ts'
import { NoValue } from '#web/ui/values/NoValue.tsx'
import { Row, Text } from '#web/ui/layout.tsx'
import { actionsHead, timeColumn } from '#web/ui/tables/column-kinds.tsx'

/** Rows that were sent as calls and could not be accepted: why, and what can be done about them. */
export function QuarantinePage() {
  const timeZone = useTimeZone()
  const reasons = useQuery(quarantineReasonsQuery)
  const { state, problem, write } = useUrlState(QuarantineSearch)
  return (
    <PageFrame
      title={state?.reason === undefined ? 'Quarantine' : 'Rejected rows'}
      description={`Rejected calls, to be corrected and retried · times in ${formatTimeZone(timeZone)}`}
      breadcrumbs={
        <ManageCrumbs
          above={state?.reason === undefined ? [] : [{ name: 'Quarantine', path: paths.quarantine }]}
        />
      }
    >
      {problem === undefined ? (
        <>
          <DroppedNote dropped={reasons.data?.dropped ?? []} />
          {state.reason === undefined && <Reasons write={write} />}
          <Rows state={state} write={write} customers={namesIn(reasons.data?.reasons ?? [])} />
        </>
      ) : (
        <UnreadableAddress problem={problem} />
      )}
    </PageFrame>
  )
}

/** How many rows there are, and why. */
function Reasons({ write }: { write: WriteSearch }) {
  const reasons = useQuery(quarantineReasonsQuery)
  return (
    <>
      <ChartPanel
        title="The last 30 days"
        query={reasons}
        height={160}
        isEmpty={({ days }) => days.every(({ count }) => count === 0)}
        emptyReason="Nothing that came in the last 30 days is in quarantine."
        toChart={quarantineChart}
        summarize={quarantineSummary}
      />
      <Panel flush title="Reasons">
        <QueryState
          query={reasons}
          isEmpty={(found) => found.reasons.length === 0}
          emptyReason="Every call that was sent has been accepted."
        >
          {(found) => (
            <ReasonList
              reasons={found.reasons}
              onOpen={({ customerId, sourceSystem, description }) =>
                write(
                  { customer: customerId, source: sourceSystem, reason: description, page: undefined },
                  'push',
                )
              }
            />
          )}
        </QueryState>
      </Panel>
    </>
  )
}

function namesIn(reasons: readonly { customerId: string; customerName: string }[]) {
  return new Map(reasons.map(({ customerId, customerName }) => [customerId, customerName]))
}

interface RowsProps {
  state: QuarantineState
  write: WriteSearch
  /** Names by id. */
  customers: ReadonlyMap<string, string>
}

function Rows({ state, write, customers }: RowsProps) {
  const isViewingAs = useIsViewingAs()
  const query = useQuery({ ...quarantineQuery(state), placeholderData: keepPreviousData })
  const chosen = [
    {
      name: 'customer',
      column: 'customerName',
      value: state.customer,
      text: customers.get(state.customer ?? '') ?? 'One customer',
    },
    { name: 'source', column: 'sourceSystem', value: state.source, text: state.source },
    { name: 'reason', column: 'description', value: state.reason, text: state.reason },
  ].filter(({ value }) => value !== undefined)
  return (
    <>
      <RecordList
        title="Rows"
        noun="rejected rows"
        hasInactive={false}
        query={query}
        sorts={quarantineSorts}
        state={state}
        write={write}
        columns={columnsOf((row) => write({ row }, 'push')).filter(
          // All rows have what is chosen.
          ({ key }) => !chosen.some(({ column }) => column === key),
        )}
        isFiltered={chosen.length > 0}
        filters={
          <Row gap={8} wrap align="center" minWidth={0}>
            {chosen.map(({ name, text }) => (
              <Chip
                key={name}
                removes={name}
                onOpen={() => write({ [name]: undefined, page: undefined }, 'push')}
                onRemove={() => write({ [name]: undefined, page: undefined }, 'push')}
              >
                {text}
              </Chip>
            ))}
            {!isViewingAs && state.keyword === undefined && (
              <QuarantineActions filter={filterOf(state)} count={query.data?.total ?? 0} />
            )}
          </Row>
        }
      />
      {state.row !== undefined && (
        <QuarantinedRowDrawer id={state.row} onClose={() => write({ row: undefined }, 'push')} />
      )}
    </>
  )
}

function columnsOf(onOpen: (id: string) => void): FitColumn<QuarantinedRow>[] {
  return [
    timeColumn('receivedAt', { title: 'Received', minWidth: 150, priority: 1 }),
    {
      key: 'externalCallId',
      title: 'External id',
      minWidth: 140,
      priority: 3,
      render: (_, { externalCallId }) =>
        externalCallId === null ? <NoValue /> : <Text breaks="anywhere">{externalCallId}</Text>,
    },
    {
      key: 'description',
      title: 'Reason',
      minWidth: 200,
      priority: 2,
      render: (_, { description }) => <Text breaks="anywhere">{description}</Text>,
    },
    { key: 'sourceSystem', title: 'Source', minWidth: 100, priority: 4, dataIndex: 'sourceSystem' },
    { key: 'customerName', title: 'Customer', minWidth: 140, priority: 5, dataIndex: 'customerName' },
    {
      key: 'line',
      title: 'Line',
      align: 'right',
      minWidth: 70,
      priority: 6,
      // Of a file: what was sent as a call has no line that anybody could look up.
      render: (_, { form, line }) => (form === 'row' ? formatCount(line) : <NoValue />),
    },
    {
      ...actionsHead,
      minWidth: 80,
      priority: 0,
      render: (_, { id, externalCallId, line }) => (
        <Button
          size="small"
          aria-label={`Open the row ${externalCallId ?? `of line ${line}`}`}
          onClick={() => onOpen(id)}
        >
          Open
        </Button>
      ),
    },
  ]
}
