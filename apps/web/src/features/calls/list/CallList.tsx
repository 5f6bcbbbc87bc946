import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { CallCards } from '#web/features/calls/list/CallCards.tsx'
import { useCallSelection, useMayEditCalls } from '#web/features/calls/list/call-selection.ts'
import { CallTable } from '#web/features/calls/list/CallTable.tsx'
import { KeywordContext } from '#web/features/calls/list/found-in.tsx'
import type { CallColumn } from '#web/features/calls/list/columns.tsx'
import { EditCallsBar } from '#web/features/calls/annotations/EditCallsBar.tsx'
import type { CallOrder, CallPages } from '#web/features/calls/queries.ts'
import { recalculatingNote } from '@callboard/contract/recalculating-note'
import { spokenWordsNote } from '#web/lib/spoken-words.ts'
import { narrowList, useMediaQuery } from '#web/lib/media-query.ts'
import { Notice } from '#web/ui/page/Notice.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { useFoundText } from '#web/ui/tables/found-text.ts'
import { ListEnd } from '#web/ui/tables/ListEnd.tsx'

interface CallListProps {
  query: CallPages
  columns: readonly CallColumn[]
  /** Somebody chose the columns. */
  isChosen: boolean
  /** A new key is a new list, which starts at the top. */
  listKey: string
  total: number | null | undefined
  /** Marked where it is found. */
  keyword: string | undefined
  timeZone: string
  order: CallOrder
  openCallId: string | undefined
  emptyReason: ReactNode
  /** Offered if filters or a search leave nothing to show. */
  onClear: (() => void) | undefined
  clearLabel: string | undefined
  callHref: (id: string) => string
  onOpen: (id: string) => void
  onOrder: (order: CallOrder) => void
}

/** Room kept under the table: the end of the list and the margin of the page. */
const belowTable = 72

/** The calls as a table, or as cards on a narrow screen; scrolling loads more of them. */
export function CallList(props: CallListProps) {
  const { query, emptyReason, onClear, clearLabel, keyword, ...list } = props
  const selected = useCallSelection(list.listKey)
  const selection = useMayEditCalls() ? selected : undefined
  const place = useRef<HTMLDivElement>(null)
  const top = useDistanceFromTop(place)
  useFoundText(place, keyword)
  const isNarrow = useMediaQuery(narrowList)
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query
  function fetchMore() {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }
  return (
    <div ref={place}>
      <QueryState
        query={isFetchNextPageError ? { ...query, error: null } : query}
        skeleton={
          <Panel label="Calls">
            <Skeleton isActive rows={14} />
          </Panel>
        }
        isEmpty={({ pages }) => pages[0]?.items.length === 0}
        emptyReason={emptyReason}
        onCreate={onClear}
        createLabel={clearLabel}
      >
        {({ pages }) => {
          const calls = pages.flatMap(({ items }) => items)
          return (
            <Panel flush label="Calls">
              <KeywordContext value={keyword}>
                {isNarrow ? (
                  <CallCards {...list} selection={selection} calls={calls} top={top} onNearEnd={fetchMore} />
                ) : (
                  <CallTable
                    {...list}
                    selection={selection}
                    calls={calls}
                    maxHeight={`max(320px, calc(100dvh - ${top + belowTable}px))`}
                    onNearEnd={fetchMore}
                  />
                )}
              </KeywordContext>
              {pages[0]?.isRecalculating === true && <Notice kind="note">{recalculatingNote}</Notice>}
              {pages[0]?.isCut === true && <Notice kind="note">{spokenWordsNote}</Notice>}
              <ListEnd query={query} loaded={calls.length} total={list.total} />
              {selection !== undefined && <EditCallsBar selection={selection} />}
            </Panel>
          )
        }}
      </QueryState>
    </div>
  )
}

/** Distance of an element from the top of the page in pixels, as what is above it changes. */
function useDistanceFromTop(element: RefObject<HTMLElement | null>): number {
  const [distance, setDistance] = useState(0)
  useLayoutEffect(() => {
    const { current } = element
    if (current === null) return undefined
    const measure = () => setDistance(Math.round(current.getBoundingClientRect().top + scrollY))
    measure()
    const observer = new ResizeObserver(measure)
    if (current.parentElement !== null) observer.observe(current.parentElement)
    return () => observer.disconnect()
  }, [element])
  return distance
}
