import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AnswerQuery } from '#web/lib/api/endpoint-query.ts'
import type { ListSearch, ListState } from '#web/lib/urls/list-url.ts'
import { useUrlState, type WriteSearch } from '#web/lib/urls/url-state.ts'
import { type ListSelection, type Page, RecordList } from '#web/records/lists/RecordList.tsx'
import type { FitColumn } from '#web/ui/tables/fit-columns.ts'
import { UnreadableAddress } from '#web/ui/page/UnreadableAddress.tsx'

export interface LoadedListProps<T, S extends ListState> {
  noun: string
  /** Reads the address; made by `listSearchOf`. */
  search: ListSearch<S>
  query: (state: S) => AnswerQuery<Page<T>>
  columns: readonly FitColumn<T>[]
  rowKey?: keyof T & string
  hasInactive?: boolean
  renderFilters?: (state: S, write: WriteSearch) => ReactNode
  isFiltered?: (state: S) => boolean
  title?: string
  selection?: ListSelection
  onCreate?: () => void
  createLabel?: string
}

/** A list of records with its state in the address. */
export function LoadedList<T extends object, S extends ListState>(props: LoadedListProps<T, S>) {
  const { state, problem, write } = useUrlState(props.search)
  if (problem !== undefined) return <UnreadableAddress problem={problem} />
  return <ListOf {...props} state={state} write={write} />
}

function ListOf<T extends object, S extends ListState>({
  query: queryOf,
  state,
  write,
  search,
  renderFilters,
  isFiltered,
  ...rest
}: LoadedListProps<T, S> & { state: S; write: WriteSearch }) {
  const query = useQuery({ ...queryOf(state), placeholderData: keepPreviousData })
  return (
    <RecordList
      {...rest}
      query={query}
      sorts={search.shape.sort.unwrap().options}
      state={state}
      write={write}
      filters={renderFilters?.(state, write)}
      isFiltered={isFiltered?.(state) ?? false}
    />
  )
}
