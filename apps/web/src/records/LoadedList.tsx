import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { ListState } from '#web/lib/list-url.ts'
import { useUrlState, type WriteSearch } from '#web/lib/url-state.ts'
import { type ListSelection, RecordList } from '#web/records/RecordList.tsx'
import { UnreadableAddress } from '#web/ui/UnreadableAddress.tsx'

export interface LoadedListProps<T, S extends ListState> {
  /** Begins the keys of what is kept of these records: what a change of one makes old. */
  kind: string
  noun: string
  /** Reads the address; made by `listSearchOf`. */
  search: z.ZodType<S>
  load: (state: S, signal: AbortSignal) => Promise<{ items: T[]; total: number }>
  columns: TableColumnsType<T>
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
  kind,
  load,
  state,
  write,
  renderFilters,
  isFiltered,
  ...rest
}: LoadedListProps<T, S> & { state: S; write: WriteSearch }) {
  const query = useQuery({
    queryKey: [kind, rest.noun, state],
    queryFn: async ({ signal }) => await load(state, signal),
    placeholderData: keepPreviousData,
  })
  return (
    <RecordList
      {...rest}
      query={query}
      state={state}
      write={write}
      filters={renderFilters?.(state, write)}
      isFiltered={isFiltered?.(state) ?? false}
    />
  )
}
