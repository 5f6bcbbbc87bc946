import { formatBytes, formatCount } from '@callboard/contract/format'
import { type Import, importWayLabels, type UpdatedCall } from '@callboard/contract/imports'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { type ReactNode, useState } from 'react'
import { ImportProgress, ImportTag } from '#web/features/imports/ImportState.tsx'
import { isUnderWay, updatedCallsQuery, updatedPageSize } from '#web/features/imports/queries.ts'
import { UndoWords } from '#web/features/imports/UndoButton.tsx'
import { buildCallListUrl } from '#web/lib/urls/call-list-url.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { toQueryString } from '#web/lib/urls/url-state.ts'
import { TextLink } from '#web/ui/buttons/TextLink.tsx'
import { Grid, QuietText, Row, Stack, Text } from '#web/ui/layout.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import type { FitColumn } from '#web/ui/tables/fit-columns.ts'
import { FitTable } from '#web/ui/tables/FitTable.tsx'
import { NoValue } from '#web/ui/values/NoValue.tsx'
import { PersonName } from '#web/ui/values/PersonName.tsx'
import { ReasonText } from '#web/ui/values/ReasonText.tsx'
import { TimeText } from '#web/ui/values/TimeText.tsx'
import { countColumn } from '#web/ui/tables/column-kinds.tsx'

/** What came of a file, or how far it is. */
export function ImportPanels({ item }: { item: Import }) {
  return (
    <Stack gap={12}>
      <Notes item={item} />
      <Panel label="State">
        <Stack gap={16}>
          <Row gap="8px 16px" align="center" wrap>
            <ImportTag {...item} />
            {isUnderWay(item) && <ImportProgress item={item} />}
          </Row>
          <Counts item={item} />
        </Stack>
      </Panel>
      {item.rejections.length > 0 && <Rejections item={item} />}
      {item.updated > 0 && !item.isDryRun && <UpdatedCalls id={item.id} />}
      <Facts item={item} />
    </Stack>
  )
}

function Notes({ item: { error, warnings, sameAs, undo, state } }: { item: Import }) {
  return (
    <>
      {error !== null && <Alert type={state === 'failed' ? 'error' : 'info'} showIcon title={error} />}
      {state === 'undone' && undo !== null && (
        <Alert
          type="info"
          showIcon
          title="This import was undone."
          description={<UndoWords undo={undo} isDone />}
        />
      )}
      {sameAs !== null && (
        <Alert
          type="info"
          showIcon
          title={
            <>
              The same file was imported before:{' '}
              <TextLink to={paths.manageRecord('imports', sameAs.id)}>
                <TimeText at={sameAs.createdAt} />
              </TextLink>
            </>
          }
        />
      )}
      {warnings.map((warning) => (
        <Alert key={warning} type="warning" showIcon title={warning} />
      ))}
    </>
  )
}

function Counts({ item }: { item: Import }) {
  const { isDryRun, rows, created, updated, unchanged, rejected } = item
  const would = isDryRun ? 'Would be ' : ''
  const label = (word: string) =>
    isDryRun ? `${would}${word}` : `${word.charAt(0).toUpperCase()}${word.slice(1)}`
  return (
    <Grid columns="repeat(auto-fit, minmax(130px, 1fr))" gap={16}>
      <Figure label="Rows read" count={rows} />
      <Figure label={label('created')} count={created} />
      <Figure label={label('updated')} count={updated} />
      <Figure label="Unchanged" count={unchanged} />
      <Figure label={label('rejected')} count={rejected} />
    </Grid>
  )
}

function Figure({ label, count }: { label: string; count: number }) {
  return (
    <Stack gap={2}>
      <QuietText fontSize={13}>{label}</QuietText>
      <Text fontSize={20} fontWeight={700}>
        {formatCount(count)}
      </Text>
    </Stack>
  )
}

const rejectionColumns: readonly FitColumn<Import['rejections'][number]>[] = [
  {
    key: 'description',
    title: 'Reason',
    minWidth: 220,
    render: (_, { description, value }) => (
      <ReasonText description={description || 'Other reasons'} values={value === null ? [] : [value]} />
    ),
  },
  countColumn('count', { title: 'Rows', minWidth: 90, priority: 1 }),
]

function Rejections({ item }: { item: Import }) {
  const { customerId, sourceSystem, isDryRun, rejections } = item
  const rows = paths.quarantine + toQueryString({ customer: customerId, source: sourceSystem })
  return (
    <Panel
      flush
      title={isDryRun ? 'What would be rejected' : 'Rejected'}
      {...(!isDryRun && { actions: <TextLink to={rows}>Rows in quarantine</TextLink> })}
    >
      <FitTable columns={rejectionColumns} dataSource={rejections} rowKey="description" pagination={false} />
    </Panel>
  )
}

const updatedColumns: readonly FitColumn<UpdatedCall>[] = [
  {
    key: 'externalCallId',
    title: 'External id',
    minWidth: 200,
    render: (_, { externalCallId }) =>
      externalCallId === null ? (
        <QuietText>deleted since</QuietText>
      ) : (
        <Text breaks="anywhere">{externalCallId}</Text>
      ),
  },
  {
    key: 'startedAt',
    title: 'Started',
    minWidth: 160,
    priority: 1,
    render: (_, { id, startedAt }) =>
      startedAt === null ? (
        <NoValue />
      ) : (
        <TextLink to={buildCallListUrl({ period: dayOf(startedAt, startedAt), call: id })}>
          <TimeText at={startedAt} />
        </TextLink>
      ),
  },
]

function UpdatedCalls({ id }: { id: string }) {
  const [page, setPage] = useState(1)
  const query = useQuery({ ...updatedCallsQuery(id, page), placeholderData: keepPreviousData })
  return (
    <Panel flush title="Calls that were there before and were updated">
      <QueryState
        query={query}
        isEmpty={({ total }) => total === 0}
        emptyReason="It is no longer known which."
      >
        {({ items, total }) => (
          <FitTable
            columns={updatedColumns}
            dataSource={items}
            rowKey="id"
            pagination={{
              current: page,
              onChange: setPage,
              total,
              pageSize: updatedPageSize,
              hideOnSinglePage: true,
              showSizeChanger: false,
            }}
          />
        )}
      </QueryState>
    </Panel>
  )
}

function Facts({ item }: { item: Import }) {
  const { sourceId, sourceName, customerName, way, createdAt, endedAt, bytes, keptUntil } = item
  const { userName, fullName } = item
  return (
    <Panel label="About">
      <Grid columns="repeat(auto-fit, minmax(180px, 1fr))" gap={16}>
        <Fact label="Source">
          <TextLink to={paths.manageRecord('sources', sourceId)}>{sourceName}</TextLink>
        </Fact>
        <Fact label="Customer">{customerName}</Fact>
        <Fact label="Came by">
          {importWayLabels[way]}
          {fullName !== null && (
            <>
              , <PersonName userName={userName} fullName={fullName} />
            </>
          )}
        </Fact>
        <Fact label="File">{formatBytes(bytes)}</Fact>
        <Fact label="Begun">
          <TimeText at={createdAt} />
        </Fact>
        <Fact label={item.state === 'undone' ? 'Undone' : 'Ended'}>
          {endedAt === null ? 'not yet' : <TimeText at={endedAt} />}
        </Fact>
        {keptUntil !== null && item.state !== 'undone' && (
          <Fact label="Can be undone until">
            <TimeText at={keptUntil} />
          </Fact>
        )}
        <Fact label="Calls">
          <CallsLink item={item} />
        </Fact>
      </Grid>
    </Panel>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Stack gap={2}>
      <QuietText fontSize={13}>{label}</QuietText>
      <Text fontSize={15} breaks="anywhere">
        {children}
      </Text>
    </Stack>
  )
}

/** Those of the source, from the first to the last day of the file. */
function CallsLink({
  item: { customerId, sourceSystem, firstCallAt, lastCallAt, isDryRun },
}: {
  item: Import
}) {
  if (firstCallAt === null || lastCallAt === null || isDryRun) return <NoValue />
  const filters = [
    { field: 'customer', op: 'eq' as const, values: [customerId] },
    { field: 'sourceSystem', op: 'eq' as const, values: [sourceSystem] },
  ]
  return (
    <TextLink to={buildCallListUrl({ period: dayOf(firstCallAt, lastCallAt), filters })}>
      Calls of the source in this time
    </TextLink>
  )
}

/** From the hour of the first instant to the end of that of the last one. */
function dayOf(first: string, last: string) {
  return { from: first, to: new Date(Date.parse(last) + 1000).toISOString() }
}
