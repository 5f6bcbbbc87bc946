import { type Import, stopImport } from '@callboard/contract/imports'
import { useQuery } from '@tanstack/react-query'
import { Space } from 'antd'
import { useEffect, useRef } from 'react'
import { useParams } from 'react-router'
import { ImportPanels } from '#web/features/imports/ImportPanels.tsx'
import { importQuery, importSubjects, isUnderWay, pollMs } from '#web/features/imports/queries.ts'
import { UndoButton } from '#web/features/imports/UndoButton.tsx'
import { send } from '#web/lib/api/api.ts'
import { useIsViewingAs } from '#web/lib/session/current-user.ts'
import { newRecordId, paths } from '#web/lib/urls/paths.ts'
import { ImportsPage } from '#web/pages/manage/ImportsPage.tsx'
import { ActionButton } from '#web/records/ActionButton.tsx'
import { useInvalidate } from '#web/records/invalidate.ts'
import { ManageCrumbs } from '#web/records/ManageCrumbs.tsx'
import { PageFrame } from '#web/ui/page/PageFrame.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'

/** A file of calls, and what came of it. */
export function ImportPage() {
  const { id = newRecordId } = useParams()
  return id === newRecordId ? <ImportsPage isAdding /> : <KnownImport key={id} id={id} />
}

function KnownImport({ id }: { id: string }) {
  const query = useQuery({
    ...importQuery(id),
    refetchInterval: ({ state: { data } }) => (data !== undefined && isUnderWay(data) ? pollMs : false),
  })
  const item = query.data
  useWhenEnded(item)
  return (
    <PageFrame
      title={item?.name ?? 'Import'}
      breadcrumbs={<ManageCrumbs above={[{ name: 'Imports', path: paths.manageList('imports') }]} />}
      {...(item !== undefined && {
        description: `${item.sourceName} · ${item.customerName}`,
        actions: <Actions item={item} />,
      })}
    >
      <QueryState query={query}>{(found) => <ImportPanels item={found} />}</QueryState>
    </PageFrame>
  )
}

/** What it has changed elsewhere is read anew when it has ended before one's eyes. */
function useWhenEnded(item: Import | undefined): void {
  const invalidate = useInvalidate()
  const wasUnderWay = useRef(false)
  const is = item !== undefined && isUnderWay(item)
  useEffect(() => {
    if (wasUnderWay.current && !is) void invalidate(...importSubjects)
    wasUnderWay.current = is
  }, [is, invalidate])
}

function Actions({ item }: { item: Import }) {
  const isViewingAs = useIsViewingAs()
  const { id, state, isDryRun, keptUntil } = item
  if (isViewingAs) return null
  const mayBeUndone = !isDryRun && keptUntil !== null && ['done', 'stopped', 'failed'].includes(state)
  return (
    <Space>
      {(state === 'running' || state === 'uploading') && (
        <ActionButton
          action={() => send(stopImport, { params: { id } })}
          changes={importSubjects}
          question={{
            title: 'Stop this import?',
            content: 'What was read so far stays. You can undo it, or import the file again to continue.',
            okText: 'Stop',
          }}
        >
          Stop
        </ActionButton>
      )}
      {mayBeUndone && <UndoButton {...item} />}
    </Space>
  )
}
