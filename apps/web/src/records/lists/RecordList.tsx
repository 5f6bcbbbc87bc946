import { formatCount } from '@callboard/contract/format'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Key, ReactNode } from 'react'
import { listPageSizes, type ListState } from '#web/lib/urls/list-url.ts'
import type { SearchParts, WriteSearch } from '#web/lib/urls/url-state.ts'
import { ActiveSwitch } from '#web/records/ActiveSwitch.tsx'
import type { FitColumn } from '#web/ui/tables/fit-columns.ts'
import { FitTable } from '#web/ui/tables/FitTable.tsx'
import type { TableSort } from '#web/ui/tables/SortSelect.tsx'
import { KeywordInput } from '#web/ui/fields/KeywordInput.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import classes from '#web/records/lists/RecordList.module.css'
import { Box } from '#web/ui/layout.tsx'

/** As many records as were asked for, and how many there are. */
export interface Page<T> {
  items: T[]
  total: number
}

/** Rows that are ticked, on this page and others. */
export interface ListSelection {
  keys: readonly string[]
  onChange: (keys: string[]) => void
}

interface RecordListProps<T> {
  /** What the records are called, as `roles`. */
  noun: string
  query: UseQueryResult<Page<T>>
  /** Keys of columns by which the server sorts. */
  sorts: readonly string[]
  columns: readonly FitColumn<T>[]
  state: ListState
  write: WriteSearch
  rowKey?: keyof T & string
  /** A whole row in one cell, for lists that leave no column out. */
  renderWhole?: (record: T) => ReactNode
  /** Whether a switch shows records that are not active. */
  hasInactive?: boolean
  /** Beside the search; their values are in the address too. */
  filters?: ReactNode
  isFiltered?: boolean
  /** Above the list. */
  title?: string
  selection?: ListSelection | undefined
  onCreate?: () => void
  createLabel?: string
}

/** A list of records that the server searches, sorts and pages; all of its state is in the address. */
export function RecordList<T extends object>({
  noun,
  query,
  sorts,
  columns,
  state,
  write,
  rowKey,
  renderWhole,
  hasInactive = true,
  filters,
  isFiltered = false,
  title,
  selection,
  onCreate,
  createLabel,
}: RecordListProps<T>) {
  return (
    <Panel flush label={noun} {...(title !== undefined && { title })}>
      <div className={classes.bar} role="search">
        <Box flex="1 1 220px" maxWidth={360}>
          <KeywordInput
            label={`Search in ${noun}`}
            keyword={state.keyword}
            onChange={(keyword) => write({ keyword, page: undefined }, 'replace')}
          />
        </Box>
        {filters}
        {hasInactive && <ActiveSwitch state={state} write={write} />}
      </div>
      <QueryState
        query={query}
        isEmpty={({ items, total }) => items.length === 0 && total === 0}
        emptyReason={
          <EmptyReason
            noun={noun}
            state={{ ...state, all: state.all || !hasInactive }}
            isFiltered={isFiltered}
          />
        }
        {...(onCreate !== undefined && { onCreate })}
        {...(createLabel !== undefined && { createLabel })}
      >
        {({ items, total }) => (
          <FitTable<T>
            rowKey={rowKey ?? 'id'}
            columns={columns.map((column) => (sorts.includes(column.key) ? withSort(column, state) : column))}
            dataSource={items}
            {...(renderWhole !== undefined && { renderWhole })}
            {...(selection !== undefined && { rowSelection: rowSelectionOf(selection) })}
            onSort={(sort) => write(sortParts(sort), 'push')}
            pagination={{
              current: state.page,
              pageSize: state.size,
              total,
              showSizeChanger: true,
              pageSizeOptions: [...listPageSizes],
              showTotal: (count, [from, to]) =>
                `${formatCount(from)}–${formatCount(to)} of ${formatCount(count)}`,
              onChange: (page, size) =>
                write(
                  {
                    page: page === 1 || size !== state.size ? undefined : String(page),
                    size: size === listPageSizes[0] ? undefined : String(size),
                  },
                  'push',
                ),
            }}
          />
        )}
      </QueryState>
    </Panel>
  )
}

function rowSelectionOf({ keys, onChange }: ListSelection) {
  return {
    selectedRowKeys: [...keys],
    preserveSelectedRowKeys: true,
    onChange: (selected: readonly Key[]) => onChange(selected.map(String)),
  }
}

function sortParts(sort: TableSort | undefined): SearchParts {
  return { sort: sort?.key, desc: sort?.desc === true ? 'true' : undefined, page: undefined }
}

/** A column that shows whether the server sorted by it. */
function withSort<T>(column: FitColumn<T>, { sort, desc }: ListState): FitColumn<T> {
  const order = desc ? ('descend' as const) : ('ascend' as const)
  return { sorter: true, ...column, sortOrder: column.key === sort ? order : null }
}

interface EmptyReasonProps {
  noun: string
  state: ListState
  isFiltered: boolean
}

function EmptyReason({ noun, state: { keyword, all }, isFiltered }: EmptyReasonProps) {
  const which = all ? noun : `active ${noun}`
  if (keyword !== undefined)
    return (
      <>
        No {which} match “{keyword}”.
      </>
    )
  return isFiltered ? <>No {which} match the filter.</> : <>There are no {which} yet.</>
}
