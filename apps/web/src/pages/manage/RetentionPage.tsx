import { type CallHold, deleteHold, type Forecast } from '@callboard/contract/retention'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { deletionColumns, forecastColumns, holdColumns } from '#web/features/retention/columns.tsx'
import { deletionsQuery, forecastQuery, holdsQuery, pageSize } from '#web/features/retention/queries.ts'
import { RecordingRules } from '#web/features/retention/RecordingRules.tsx'
import { send } from '#web/lib/api/api.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { ActionButton } from '#web/records/ActionButton.tsx'
import { ManageCrumbs } from '#web/records/ManageCrumbs.tsx'
import { actionsHead } from '#web/ui/tables/column-kinds.tsx'
import type { FitColumn } from '#web/ui/tables/fit-columns.ts'
import { FitTable } from '#web/ui/tables/FitTable.tsx'
import { KeywordInput } from '#web/ui/fields/KeywordInput.tsx'
import { NoItems } from '#web/ui/page/NoItems.tsx'
import { PageFrame } from '#web/ui/page/PageFrame.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { TextLink } from '#web/ui/buttons/TextLink.tsx'
import { TimeText } from '#web/ui/values/TimeText.tsx'

/** What is deleted because it is old, what was, and which calls are kept all the same. */
export function RetentionPage() {
  return (
    <PageFrame
      title="Retention"
      description="What is deleted by age, and which calls are under legal hold"
      breadcrumbs={<ManageCrumbs />}
    >
      <NextRun />
      <Holds />
      <Deletions />
      <RecordingRules />
    </PageFrame>
  )
}

function NextRun() {
  const query = useQuery(forecastQuery)
  return (
    <Panel
      flush
      title="What the next run deletes"
      note={
        query.data !== undefined && (
          <>
            It runs <TimeText at={query.data.nextRun} />
          </>
        )
      }
    >
      <QueryState query={query} skeleton={<Skeleton rows={3} />}>
        {({ items }) => (
          <FitTable<Forecast>
            columns={forecastColumns}
            dataSource={items.filter(({ count, held }) => count + held > 0)}
            rowKey={({ customerId, kind }) => `${customerId} ${kind}`}
            pagination={{ pageSize, hideOnSinglePage: true, showSizeChanger: false }}
            locale={{
              emptyText: (
                <NoItems reason={items.length === 0 ? everythingIsKept : 'Nothing is due for deletion.'} />
              ),
            }}
          />
        )}
      </QueryState>
    </Panel>
  )
}

const everythingIsKept = (
  <>
    Everything is kept forever. You can set retention periods for calls, recordings and logs in the{' '}
    <TextLink to={paths.manageList('settings')}>settings</TextLink>, or for each{' '}
    <TextLink to={paths.manageList('customers')}>customer</TextLink>.
  </>
)

const endHold: FitColumn<CallHold> = {
  ...actionsHead,
  minWidth: 110,
  priority: 1,
  render: (_, { callId, callName }) => (
    <ActionButton
      size="small"
      aria-label={`End the hold on ${callName}`}
      action={() => send(deleteHold, { params: { id: callId } })}
      changes={['retention', 'call', 'change']}
      question={{
        title: 'End this legal hold?',
        content: 'The next nightly deletion removes the call if it is past its retention period.',
        okText: 'End hold',
      }}
      done="Legal hold ended."
    >
      End hold
    </ActionButton>
  ),
}

function Holds() {
  const [keyword, setKeyword] = useState('')
  const [page, setPage] = useState(1)
  const query = useQuery(holdsQuery({ page, keyword }))
  return (
    <Panel
      flush
      title="Legal holds"
      actions={
        <KeywordInput
          label="Search in legal holds"
          placeholder="Customer or reason"
          keyword={keyword}
          onChange={(text) => {
            setKeyword(text ?? '')
            setPage(1)
          }}
        />
      }
    >
      <Pages
        query={query}
        columns={[...holdColumns, endHold]}
        rowKey="callId"
        page={page}
        onPage={setPage}
        emptyReason={
          keyword === ''
            ? 'To place a legal hold, open the details of a call.'
            : 'No legal holds match these words.'
        }
      />
    </Panel>
  )
}

function Deletions() {
  const [page, setPage] = useState(1)
  return (
    <Panel flush title="What was deleted">
      <Pages
        query={useQuery(deletionsQuery(page))}
        columns={deletionColumns}
        rowKey="id"
        page={page}
        onPage={setPage}
        emptyReason="Nothing has been deleted yet."
      />
    </Panel>
  )
}

interface PagesProps<T> {
  query: Parameters<typeof QueryState<{ items: T[]; total: number }>>[0]['query']
  columns: readonly FitColumn<T>[]
  rowKey: keyof T & string
  page: number
  onPage: (page: number) => void
  emptyReason: ReactNode
}

function Pages<T extends object>({ query, columns, rowKey, page, onPage, emptyReason }: PagesProps<T>) {
  return (
    <QueryState query={query} skeleton={<Skeleton rows={3} />}>
      {({ items, total }) => (
        <FitTable<T>
          columns={columns}
          dataSource={items}
          rowKey={rowKey}
          pagination={{
            current: page,
            total,
            pageSize,
            hideOnSinglePage: true,
            showSizeChanger: false,
            onChange: onPage,
          }}
          locale={{ emptyText: <NoItems reason={emptyReason} /> }}
        />
      )}
    </QueryState>
  )
}
