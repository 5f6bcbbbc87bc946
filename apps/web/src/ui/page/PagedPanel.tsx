import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { FitColumn } from '#web/ui/tables/fit-columns.ts'
import { FitTable } from '#web/ui/tables/FitTable.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'

interface PagedPanelProps<T> {
  title: string
  page: number
  onPage: (page: number) => void
  note?: string
  /** By which the list is filtered. */
  filters?: ReactNode
  query: UseQueryResult<{ items: T[]; total: number; pageSize: number }>
  emptyReason: string
  errorTitle: string
  columns: readonly FitColumn<T>[]
}

/** A list among others on a page, page by page. */
export function PagedPanel<T extends { id: string }>(props: PagedPanelProps<T>) {
  const { title, note, filters, query, emptyReason, errorTitle, columns, page, onPage } = props
  return (
    <Panel flush title={title} note={note} actions={filters}>
      <QueryState
        query={query}
        isEmpty={({ total }) => total === 0}
        emptyReason={emptyReason}
        errorTitle={errorTitle}
      >
        {({ items, total, pageSize }) => (
          <FitTable<T>
            rowKey="id"
            dataSource={items}
            columns={columns}
            pagination={{ current: page, pageSize, total, hideOnSinglePage: true, onChange: onPage }}
          />
        )}
      </QueryState>
    </Panel>
  )
}
