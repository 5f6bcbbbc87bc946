import type { Menu } from '@callboard/contract/menus'
import { Tag } from 'antd'
import { isStandard } from '#web/features/menus/queries.ts'
import { paths } from '#web/lib/paths.ts'
import { RecordName } from '#web/records/RecordName.tsx'
import type { FitColumn } from '#web/ui/fit-columns.ts'

export const menuColumns: readonly FitColumn<Menu>[] = [
  {
    key: 'name',
    title: 'Name',
    minWidth: 240,
    render: (_, menu) => (
      <RecordName to={paths.manageRecord('menus', menu.id)} name={menu.name}>
        {isStandard(menu) && <Tag>Side menu</Tag>}
      </RecordName>
    ),
  },
  { key: 'slug', dataIndex: 'slug', title: 'Slug', minWidth: 160 },
  {
    key: 'items',
    title: 'Items',
    minWidth: 80,
    priority: 1,
    align: 'right',
    render: (_, { items }) => items.length,
  },
]
