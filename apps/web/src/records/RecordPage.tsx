import type { RecordType } from '@callboard/contract/record-types'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { App, Tabs } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate, useParams } from 'react-router'
import { z } from 'zod'
import { useCurrentUser } from '#web/lib/current-user.ts'
import { paths } from '#web/lib/paths.ts'
import { useUrlState } from '#web/lib/url-state.ts'
import { ChangeList } from '#web/records/ChangeList.tsx'
import { type Crumb, ManageCrumbs } from '#web/records/ManageCrumbs.tsx'
import { PageFrame } from '#web/ui/PageFrame.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { QueryState } from '#web/ui/QueryState.tsx'

export interface RecordContext<T> {
  /** Takes over what the server answered, and opens a record that was new. */
  taken: (record: T) => void
  /** Loads the record anew. */
  reload: () => void
}

interface RecordTab<T> {
  key: string
  label: string
  /** Without a panel around it: it has its own. */
  isBare?: boolean
  /** `record` is undefined while a new one is made, which has the first tab only. */
  render: (record: T | undefined, context: RecordContext<T>) => ReactNode
}

interface RecordPageProps<T extends { id: string }> {
  /** Part of the address, and begin of the keys of what is kept of these records. */
  kind: string
  listName: string
  /** What stands above the list. */
  above?: readonly Crumb[]
  newTitle: string
  titleOf: (record: T) => string
  renderDescription?: (record: T) => ReactNode
  load: (id: string, signal: AbortSignal) => Promise<T>
  tabs: readonly RecordTab<T>[]
  /** Under which its changes are recorded: they are the last tab, for administrators. */
  tableType: RecordType
  renderActions?: (record: T, context: RecordContext<T>) => ReactNode
}

const newId = 'add'
const TabSearch = z.object({ tab: z.string().max(40).optional() })

/** The page of every record under manage/, in tabs. The id `add` makes a new one. */
export function RecordPage<T extends { id: string }>(props: RecordPageProps<T>) {
  const { id = newId } = useParams()
  const { kind, listName, newTitle, above = [] } = props
  const crumbs = <ManageCrumbs above={[...above, { name: listName, path: paths.manageList(kind) }]} />
  if (id !== newId) return <KnownRecord key={id} {...props} id={id} crumbs={crumbs} />
  return (
    <PageFrame title={newTitle} breadcrumbs={crumbs}>
      <NewRecord {...props} />
    </PageFrame>
  )
}

function NewRecord<T extends { id: string }>({ kind, tabs }: RecordPageProps<T>) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const { message } = App.useApp()
  const [first] = tabs
  const taken = (record: T) => {
    client.setQueryData([kind, 'record', record.id], record)
    void client.invalidateQueries({ queryKey: [kind] })
    message.success('Created.')
    void navigate(paths.manageRecord(kind, record.id), { replace: true })
  }
  const content = first?.render(undefined, { taken, reload: () => undefined })
  return first?.isBare === true ? content : <Panel label={first?.label ?? kind}>{content}</Panel>
}

interface KnownRecordProps<T extends { id: string }> extends RecordPageProps<T> {
  id: string
  crumbs: ReactNode
}

function KnownRecord<T extends { id: string }>({
  id,
  crumbs,
  kind,
  listName,
  titleOf,
  renderDescription,
  load,
  tabs: ownTabs,
  tableType,
  renderActions,
}: KnownRecordProps<T>) {
  const client = useQueryClient()
  const { state, write } = useUrlState(TabSearch)
  const queryKey = [kind, 'record', id]
  const query = useQuery({ queryKey, queryFn: async ({ signal }) => await load(id, signal) })
  const context: RecordContext<T> = {
    taken: (record) => {
      client.setQueryData(queryKey, record)
      void client.invalidateQueries({ queryKey: [kind] })
    },
    reload: () => void query.refetch(),
  }
  const { isAdmin } = useCurrentUser()
  const tabs = isAdmin ? [...ownTabs, historyTab<T>(tableType)] : ownTabs
  const record = query.data
  const tab = tabs.find(({ key }) => key === state?.tab) ?? tabs[0]
  return (
    <PageFrame
      title={record === undefined ? listName : titleOf(record)}
      {...(record !== undefined && {
        description: renderDescription?.(record),
        actions: renderActions?.(record, context),
      })}
      breadcrumbs={crumbs}
    >
      {tabs.length > 1 && (
        <Tabs
          activeKey={tab?.key ?? ''}
          onChange={(key) => write(onlyTab(key === tabs[0]?.key ? undefined : key), 'push')}
          items={tabs.map(({ key, label }) => ({ key, label }))}
          tabBarStyle={{ marginBottom: 0 }}
        />
      )}
      <QueryState query={query}>
        {(loaded) => {
          const content = tab?.render(loaded, context)
          return tab?.isBare === true ? content : <Panel label={tab?.label ?? kind}>{content}</Panel>
        }}
      </QueryState>
    </PageFrame>
  )
}

function historyTab<T extends { id: string }>(tableType: RecordType): RecordTab<T> {
  return {
    key: 'history',
    label: 'History',
    isBare: true,
    render: (record) =>
      record && (
        <Panel flush label="History">
          <ChangeList
            search={{ tableType, recordId: record.id }}
            isOfRecord
            emptyReason="Nothing was changed yet."
          />
        </Panel>
      ),
  }
}

/** Another tab begins without the state of the list that the last one had. */
function onlyTab(tab: string | undefined) {
  const names = [...new URLSearchParams(location.search).keys()]
  return { ...Object.fromEntries(names.map((name) => [name, undefined])), tab }
}
