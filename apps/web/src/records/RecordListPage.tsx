import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import type { ListState } from '#web/lib/list-url.ts'
import { newRecordId, paths } from '#web/lib/paths.ts'
import { LoadedList, type LoadedListProps } from '#web/records/LoadedList.tsx'
import { ManageCrumbs } from '#web/records/ManageCrumbs.tsx'
import type { RecordKind } from '#web/records/record-kind.ts'
import { PageFrame } from '#web/ui/PageFrame.tsx'

interface RecordListPageProps<T, S extends ListState> extends Omit<
  LoadedListProps<T, S>,
  'title' | 'onCreate'
> {
  kind: Pick<RecordKind<T>, 'above' | 'title' | 'path' | 'addLabel'>
  description: ReactNode
  mayAdd?: boolean
  /** Beside the button that adds one. */
  actions?: ReactNode
}

/** The page of every list under manage/. */
export function RecordListPage<T extends object, S extends ListState>({
  kind: { above = [], title, path, addLabel },
  description,
  mayAdd = true,
  actions,
  ...list
}: RecordListPageProps<T, S>) {
  const navigate = useNavigate()
  const addPath = paths.manageRecord(path, newRecordId)
  return (
    <PageFrame
      title={title}
      description={description}
      breadcrumbs={<ManageCrumbs above={above} />}
      actions={
        <>
          {actions}
          {mayAdd && (
            <Link to={addPath}>
              <Button type="primary" tabIndex={-1}>
                {addLabel}
              </Button>
            </Link>
          )}
        </>
      }
    >
      <LoadedList<T, S> {...list} {...(mayAdd && { onCreate: () => void navigate(addPath) })} />
    </PageFrame>
  )
}
