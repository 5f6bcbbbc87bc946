import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import type { ListState } from '#web/lib/list-url.ts'
import { paths } from '#web/lib/paths.ts'
import { LoadedList, type LoadedListProps } from '#web/records/LoadedList.tsx'
import { type Crumb, ManageCrumbs } from '#web/records/ManageCrumbs.tsx'
import { PageFrame } from '#web/ui/PageFrame.tsx'

interface RecordListPageProps<T, S extends ListState> extends Omit<
  LoadedListProps<T, S>,
  'title' | 'onCreate' | 'createLabel'
> {
  title: string
  description: ReactNode
  /** Of the button that opens the form of a new record; none without. */
  addLabel?: string
  /** What stands above the list. */
  above?: readonly Crumb[]
  /** Beside that button. */
  actions?: ReactNode
}

/** The page of every list under manage/. `kind` is its part of the address. */
export function RecordListPage<T extends object, S extends ListState>({
  title,
  description,
  addLabel,
  actions,
  above = [],
  ...list
}: RecordListPageProps<T, S>) {
  const navigate = useNavigate()
  const addPath = paths.manageAdd(list.kind)
  return (
    <PageFrame
      title={title}
      description={description}
      breadcrumbs={<ManageCrumbs above={above} />}
      actions={
        <>
          {actions}
          {addLabel !== undefined && (
            <Link to={addPath}>
              <Button type="primary" tabIndex={-1}>
                {addLabel}
              </Button>
            </Link>
          )}
        </>
      }
    >
      <LoadedList<T, S>
        {...list}
        {...(addLabel !== undefined && { onCreate: () => void navigate(addPath), createLabel: addLabel })}
      />
    </PageFrame>
  )
}
