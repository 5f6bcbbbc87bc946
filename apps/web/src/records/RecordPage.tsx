import type { RecordType } from '@callboard/contract/record-types'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { useParams } from 'react-router'
import { z } from 'zod'
import { useCurrentUser } from '#web/lib/session/current-user.ts'
import { newRecordId, paths } from '#web/lib/urls/paths.ts'
import { useUrlState } from '#web/lib/urls/url-state.ts'
import { ChangeList } from '#web/records/changes/ChangeList.tsx'
import { ManageCrumbs } from '#web/records/ManageCrumbs.tsx'
import { type RecordKind, RecordKindContext } from '#web/records/record-kind.ts'
import { PageFrame } from '#web/ui/page/PageFrame.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { PageSpinner } from '#web/ui/page/PageSpinner.tsx'
import { PageTabs } from '#web/ui/page/PageTabs.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'

interface RecordTab<T> {
  key: string
  label: string
  isAdminOnly?: boolean
  render: (record: T) => ReactNode
}

export interface RecordPageProps<T> {
  kind: RecordKind<T>
  /** Of the first tab, unless it is what one record is called. */
  formLabel?: string
  /** Without a record, the form that creates one: a `RecordForm`. */
  renderForm: (record: T | undefined) => ReactNode
  /** Whether a record opens at the first of the other tabs. */
  isFormSecond?: boolean
  /** Beside the form. */
  tabs?: readonly RecordTab<T>[]
  renderDescription?: (record: T) => ReactNode
  renderActions?: (record: T) => ReactNode
}

const TabSearch = z.object({ tab: z.string().max(40).optional() })

/** The page of every record under manage/, in tabs; administrators see its changes in the last one. */
export function RecordPage<T extends { id: string }>(props: RecordPageProps<T>) {
  const { id = newRecordId } = useParams()
  const { kind } = props
  return (
    <RecordKindContext value={kind}>
      {id === newRecordId ? (
        <PageFrame title={kind.addLabel} breadcrumbs={<Crumbs kind={kind} />}>
          {formOf(props, undefined)}
        </PageFrame>
      ) : (
        <KnownRecord key={id} {...props} id={id} />
      )}
    </RecordKindContext>
  )
}

/** The code of a form, as that of any tab, may still have to be loaded. */
function formOf<T>({ kind, formLabel = kind.label, renderForm }: RecordPageProps<T>, record: T | undefined) {
  return (
    <Panel label={formLabel}>
      <Suspense fallback={<PageSpinner />}>{renderForm(record)}</Suspense>
    </Panel>
  )
}

function Crumbs<T>({ kind: { above = [], title, path } }: { kind: RecordKind<T> }) {
  return <ManageCrumbs above={[...above, { name: title, path: paths.manageList(path) }]} />
}

function KnownRecord<T extends { id: string }>(props: RecordPageProps<T> & { id: string }) {
  const { id, kind, formLabel = kind.label, tabs: others = [], isFormSecond = false } = props
  const { renderDescription, renderActions } = props
  const { state, write } = useUrlState(TabSearch)
  const query = useQuery(kind.query(id))
  const { isAdmin } = useCurrentUser()
  const form: RecordTab<T> = {
    key: 'form',
    label: formLabel,
    render: (record) => formOf(props, record),
  }
  const own = isFormSecond ? others.toSpliced(1, 0, form) : [form, ...others]
  const tabs = [
    ...own.filter(({ isAdminOnly = false }) => isAdmin || !isAdminOnly),
    ...(isAdmin ? [historyTab<T>(kind.type)] : []),
  ]
  const [first = form] = tabs
  const tab = tabs.find(({ key }) => key === state?.tab) ?? first
  const record = query.data
  return (
    <PageFrame
      title={record === undefined ? kind.title : kind.nameOf(record)}
      {...(record !== undefined && {
        description: renderDescription?.(record),
        actions: renderActions?.(record),
      })}
      breadcrumbs={<Crumbs kind={kind} />}
    >
      {tabs.length > 1 && (
        <PageTabs
          activeKey={tab.key}
          onChange={(key) => write(onlyTab(key === first.key ? undefined : key), 'push')}
          items={tabs.map(({ key, label }) => ({ key, label }))}
          tabBarStyle={{ marginBottom: 0 }}
        />
      )}
      <QueryState query={query} wayOn={{ label: `Go to ${kind.title}`, path: paths.manageList(kind.path) }}>
        {(loaded) => <Suspense fallback={<PageSpinner />}>{tab.render(loaded)}</Suspense>}
      </QueryState>
    </PageFrame>
  )
}

function historyTab<T extends { id: string }>(tableType: RecordType): RecordTab<T> {
  return {
    key: 'history',
    label: 'History',
    render: ({ id }) => (
      <Panel flush label="History">
        <ChangeList
          search={{ tableType, recordId: id }}
          // Those of a user are also changes of groups.
          isOfRecord={tableType !== 'user'}
          emptyReason="No changes yet."
        />
      </Panel>
    ),
  }
}

/** Another tab begins without the list state of the one before. */
function onlyTab(tab: string | undefined) {
  const names = [...new URLSearchParams(location.search).keys()]
  return { ...Object.fromEntries(names.map((name) => [name, undefined])), tab }
}
