import * as endpoints from '@callboard/contract/sources'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Space, Tag, Tooltip } from 'antd'
import { Link } from 'react-router'
import { ImportButton } from '#web/features/imports/ImportButton.tsx'
import { sourceMappingQuery } from '#web/features/mappings/queries.ts'
import { sourceActivityQuery } from '#web/features/sources/queries.ts'
import { TestSource } from '#web/features/sources/TestSource.tsx'
import { send } from '#web/lib/api/api.ts'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import { lazyExport } from '#web/lib/lazy-export.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { listSearchOf, searchBody } from '#web/lib/urls/list-url.ts'
import { ActionButton } from '#web/records/ActionButton.tsx'
import { mappedKind, sourceKindsQuery } from '#web/records/choices/source-kinds.ts'
import { columnsOf } from '#web/records/record-columns.tsx'
import { nameOfNamed, recordKind } from '#web/records/record-kind.ts'
import { recordPages } from '#web/records/record-pages.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'

const SourceForm = lazyExport(() => import('#web/features/sources/SourceForm.tsx'), 'SourceForm')
const SourceActivityPanels = lazyExport(
  () => import('#web/features/sources/SourceActivityPanels.tsx'),
  'SourceActivityPanels',
)

const GuideSection = lazyExport(() => import('#web/features/guide/GuideSection.tsx'), 'GuideSection')

const column = columnsOf<endpoints.Source>('source')

export const pages = recordPages({
  kind: recordKind<endpoints.Source>('source', {
    nameOf: nameOfNamed,
    query: (id) => endpointQuery('source', endpoints.getSource, { params: { id } }),
    body: endpoints.createSource.body,
  }),
  list: {
    description: 'Phone systems whose calls come in, by file, webhook or API',
    search: listSearchOf(endpoints.sourceSorts, {}),
    query: (state) => endpointQuery('source', endpoints.searchSources, { body: searchBody(state) }),
    columns: [
      column.name(220, { renderTags: ({ problem }) => <ProblemTag problem={problem} /> }),
      column.field('customerName', 180, { title: 'Customer', priority: 2 }),
      column.field('kind', 170, {
        title: 'Phone system',
        priority: 3,
        render: ({ kindLabel }) => kindLabel,
      }),
      column.time('lastReceivedAt', 150, {
        title: 'Last received',
        priority: 1,
        show: 'recent',
        none: 'never',
      }),
    ],
  },
  record: {
    formLabel: 'Settings',
    isFormSecond: true,
    renderForm: (source) => <SourceForm source={source} />,
    renderDescription: ({ customerName, kindLabel, isActive }) =>
      `${kindLabel} · ${customerName}${isActive ? '' : ' · inactive: nothing is taken from it'}`,
    renderActions: (source) => (
      <Space wrap>
        <ImportOrMap source={source} />
        <FetchNow source={source} />
        <TestSource source={source} />
      </Space>
    ),
    tabs: [
      {
        key: 'activity',
        label: 'Activity',
        render: (source) => (
          <Stack gap={16}>
            <MappingMissing source={source} />
            <SourceActivityPanels id={source.id} />
          </Stack>
        ),
      },
      { key: 'guide', label: 'How to set up', render: ({ kind }) => <SetUp kind={kind} /> },
    ],
  },
})

function ProblemTag({ problem }: { problem: string | null }) {
  if (problem === null) return null
  return (
    <Tooltip title={problem}>
      <Tag color="error" tabIndex={0}>
        Problem
      </Tag>
    </Tooltip>
  )
}

/** What the guide tells of its system. */
function SetUp({ kind }: Pick<endpoints.Source, 'kind'>) {
  const kinds = useQuery(sourceKindsQuery)
  return (
    <Panel label="How to set up">
      <QueryState query={kinds}>
        {({ items }) => {
          const guide = items.find((one) => one.kind === kind)?.guide
          return guide === undefined ? null : <GuideSection place={`sources#${guide}`} />
        }}
      </QueryState>
    </Panel>
  )
}

/** Whether its files need a mapping, and have one: undefined until it is known. */
function useHasMapping({ id, kind }: Pick<endpoints.Source, 'id' | 'kind'>) {
  const isMapped = kind === mappedKind
  const { data: saved } = useQuery({ ...sourceMappingQuery(id), enabled: isMapped })
  return { isMapped, hasMapping: saved && saved.version !== null }
}

/** What has to be done before anything can come in. */
function MappingMissing({ source }: { source: endpoints.Source }) {
  const { isMapped, hasMapping } = useHasMapping(source)
  if (!isMapped || hasMapping !== false) return null
  return (
    <Alert
      type="info"
      showIcon
      title="The portal does not know yet what the columns mean"
      description={
        <>
          Show it a file of this system, or a sample of what it posts, in the{' '}
          <Link to={paths.sourceMapping(source.id)}>mapping</Link>. Until then nothing can be taken from it.
        </>
      }
    />
  )
}

/** Where files come in: a file is imported, which some sources need a mapping for. */
function ImportOrMap({ source }: { source: endpoints.Source }) {
  const { id, kind, isActive } = source
  const { data: kinds } = useQuery(sourceKindsQuery)
  const { isMapped, hasMapping } = useHasMapping(source)
  const takesFiles = kinds?.items.find((one) => one.kind === kind)?.ways.includes('file') === true
  const isReady = !isMapped || hasMapping === true
  return (
    <Space wrap>
      {isMapped && (
        <Link to={paths.sourceMapping(id)}>
          <Button type={isReady ? 'default' : 'primary'} tabIndex={-1}>
            Mapping
          </Button>
        </Link>
      )}
      {takesFiles && isReady && isActive && <ImportButton sourceId={id} isPrimary />}
    </Space>
  )
}

/** Only where calls are fetched. */
function FetchNow({ source: { id, isActive } }: { source: endpoints.Source }) {
  const { data } = useQuery(sourceActivityQuery(id))
  if (!isActive || data === undefined || data.fetching === null) return null
  return (
    <ActionButton
      action={() => send(endpoints.fetchSourceNow, { params: { id } })}
      changes={['source']}
      done="Looking for new calls. They appear within a minute."
    >
      Fetch now
    </ActionButton>
  )
}
