import type { Menu } from '@callboard/contract/menus'
import { type TableColumnsType, Tag } from 'antd'
import { isStandard } from '#web/features/menus/queries.ts'
import { paths } from '#web/lib/paths.ts'
import { RecordName } from '#web/records/RecordName.tsx'

export const menuColumns: TableColumnsType<Menu> = [
  {
    key: 'name',
    title: 'Name',
    render: (_, menu) => (
      <RecordName to={paths.manageRecord('menus', menu.id)} name={menu.name}>
        {isStandard(menu) && <Tag>Side menu</Tag>}
      </RecordName>
    ),
  },
  { key: 'slug', dataIndex: 'slug', title: 'Slug' },
  { key: 'items', title: 'Items', align: 'right', render: (_, { items }) => items.length },
]
