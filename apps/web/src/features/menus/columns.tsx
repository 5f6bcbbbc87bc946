import type { Menu } from '@callboard/contract/menus'
import { type TableColumnsType, Tag } from 'antd'
import { Link } from 'react-router'
import { isStandard } from '#web/features/menus/MenuForm.tsx'
import { paths } from '#web/lib/paths.ts'

export const menuColumns: TableColumnsType<Menu> = [
  {
    key: 'name',
    title: 'Name',
    render: (_, menu) => (
      <>
        <Link to={paths.manageRecord('menus', menu.id)}>{menu.name}</Link>{' '}
        {isStandard(menu) && <Tag>Side menu</Tag>}
      </>
    ),
  },
  { key: 'slug', dataIndex: 'slug', title: 'Slug' },
  { key: 'items', title: 'Items', align: 'right', render: (_, { items }) => items.length },
]
