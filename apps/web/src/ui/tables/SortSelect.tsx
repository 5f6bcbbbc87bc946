import { SortAscendingOutlined, SortDescendingOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { PlainSelect } from '#web/ui/fields/PlainSelect.tsx'
import classes from '#web/ui/tables/SortSelect.module.css'
import type { FitColumn } from '#web/ui/tables/fit-columns.ts'

/** By the key of a column. */
export interface TableSort {
  key: string
  desc: boolean
}

interface Sortable extends Pick<FitColumn<unknown>, 'key' | 'title' | 'sortOrder' | 'sortDirections'> {
  sorter?: unknown
}

interface SortSelectProps {
  columns: readonly Sortable[]
  onSort: (sort: TableSort | undefined) => void
}

/** What rows are sorted by, where they are cards and have no head to click on. */
export function SortSelect({ columns, onSort }: SortSelectProps) {
  const sortable = columns.filter(({ sorter }) => sorter !== undefined && sorter !== false)
  if (sortable.length === 0) return null
  const current = sortable.find(({ sortOrder }) => sortOrder !== undefined && sortOrder !== null)
  const isDown = current?.sortOrder === 'descend'
  return (
    <div className={classes.bar}>
      <PlainSelect
        label="Sort by"
        value={current?.key ?? ''}
        options={[
          { value: '', label: 'Sort by: default order' },
          ...sortable.map(({ key, title }) => ({ value: key, label: `Sort by: ${title}` })),
        ]}
        onChange={(key) => {
          const chosen = sortable.find((column) => column.key === key)
          onSort(chosen && { key, desc: chosen.sortDirections?.[0] === 'descend' })
        }}
      />
      {current !== undefined && (
        <Button
          aria-label={isDown ? 'Sort ascending' : 'Sort descending'}
          title={isDown ? 'Sort ascending' : 'Sort descending'}
          icon={isDown ? <SortDescendingOutlined /> : <SortAscendingOutlined />}
          onClick={() => onSort({ key: current.key, desc: !isDown })}
        />
      )}
    </div>
  )
}
