import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { Subject } from '#web/lib/api/endpoint-query.ts'
import type { FitColumn } from '#web/ui/tables/fit-columns.ts'
import { FitTable } from '#web/ui/tables/FitTable.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { Row } from '#web/ui/layout.tsx'

interface TimeListProps<T> {
  queryKey: readonly [Subject, ...unknown[]]
  /** Loads the records after a cursor; without one, the newest. */
  load: (
    position: { cursor: string | undefined; pageSize: number },
    signal: AbortSignal,
  ) => Promise<{ items: T[]; nextCursor: string | null }>
  columns: readonly FitColumn<T>[]
  /** A record in one column, where there is no room for more. */
  renderWhole: (record: T) => ReactNode
  /** Only the first page. */
  isShort?: boolean
  emptyReason: string
}

const firstPage: string | undefined = undefined

/** A screen or two. */
const pageSize = 25

/** What happened, the newest first, and older ones on request. */
export function TimeList<T extends { id: string }>(props: TimeListProps<T>) {
  const { queryKey, load, columns, renderWhole, isShort = false, emptyReason } = props
  const query = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam, signal }) => await load({ cursor: pageParam, pageSize }, signal),
    initialPageParam: firstPage,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  })
  return (
    <QueryState query={query} isEmpty={({ pages }) => pages[0]?.items.length === 0} emptyReason={emptyReason}>
      {({ pages }) => (
        <>
          <FitTable<T>
            rowKey="id"
            columns={columns}
            renderWhole={renderWhole}
            dataSource={pages.flatMap(({ items }) => items)}
            pagination={false}
          />
          {query.hasNextPage && !isShort && (
            <Row justify="center" padding={12}>
              <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                Show older
              </Button>
            </Row>
          )}
        </>
      )}
    </QueryState>
  )
}
