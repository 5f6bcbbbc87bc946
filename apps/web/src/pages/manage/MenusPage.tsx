import { menuColumns } from '#web/features/menus/columns.tsx'
import { menuKind, menusQuery, MenusSearch } from '#web/features/menus/queries.ts'
import { RecordListPage } from '#web/records/RecordListPage.tsx'

export function MenusPage() {
  return (
    <RecordListPage
      kind={menuKind}
      noun="menus"
      description="What the side menu shows, and to whom"
      hasInactive={false}
      search={MenusSearch}
      query={menusQuery}
      columns={menuColumns}
    />
  )
}
