import type { Me } from '@callboard/contract/users'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { useCurrentUser } from '#web/lib/session/current-user.ts'
import type { ListState } from '#web/lib/urls/list-url.ts'
import { newRecordId, paths } from '#web/lib/urls/paths.ts'
import { LoadedList, type LoadedListProps } from '#web/records/lists/LoadedList.tsx'
import { ManageCrumbs } from '#web/records/ManageCrumbs.tsx'
import type { ListKind } from '#web/records/record-kind.ts'
import { PageFrame } from '#web/ui/page/PageFrame.tsx'

export interface RecordListPageProps<T, S extends ListState> extends Omit<
  LoadedListProps<T, S>,
  'noun' | 'title' | 'onCreate' | 'createLabel'
> {
  kind: ListKind
  /** Where the page says more than what the records are about. */
  description?: string
  /** Who may add one; everybody who sees the list, unless given. */
  mayAdd?: (user: Me) => boolean
  /** Beside the button that adds one. */
  actions?: ReactNode
  /** What most do instead of adding one. */
  mainAction?: ReactNode
}

/** The page of every list under manage/. */
export function RecordListPage<T extends object, S extends ListState>({
  kind: { above = [], title, noun, about, path, addLabel },
  description = about,
  mayAdd: mayUserAdd = () => true,
  actions,
  mainAction,
  ...list
}: RecordListPageProps<T, S>) {
  const navigate = useNavigate()
  const mayAdd = mayUserAdd(useCurrentUser())
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
              <Button type={mainAction === undefined ? 'primary' : 'default'} tabIndex={-1}>
                {addLabel}
              </Button>
            </Link>
          )}
          {mainAction}
        </>
      }
    >
      <LoadedList<T, S>
        {...list}
        noun={noun}
        {...(mayAdd && { onCreate: () => void navigate(addPath), createLabel: addLabel })}
      />
    </PageFrame>
  )
}
