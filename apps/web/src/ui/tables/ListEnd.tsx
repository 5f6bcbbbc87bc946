import { formatCount } from '@callboard/contract/format'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { Button, Spin } from 'antd'
import { errorText, hasCode } from '#web/lib/api/api-error.ts'
import { Text } from '#web/ui/layout.tsx'
import classes from '#web/ui/tables/ListEnd.module.css'

interface ListEndProps {
  query: Pick<
    UseInfiniteQueryResult,
    'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'error' | 'fetchNextPage' | 'refetch'
  >
  /** Calls that are loaded. */
  loaded: number
  total: number | null | undefined
}

/** How much of the list is loaded, and what comes after it: more calls, an error, or nothing. */
export function ListEnd({ query, loaded, total }: ListEndProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage, refetch } = query
  if (!hasNextPage) return <div className={classes.end}>End of the list</div>
  const more = (label: string) => (
    <Button type="link" size="small" onClick={() => void fetchNextPage()}>
      {label}
    </Button>
  )
  if (isFetchNextPageError) {
    return (
      <div className={classes.end} role="alert">
        <Text tone="worse" breaks="anywhere">
          More calls could not be loaded: {errorText(error)}
        </Text>
        {hasCode(error, 'invalidCursor') ? (
          <Button type="link" size="small" onClick={() => void refetch()}>
            Load the list again
          </Button>
        ) : (
          more('Retry')
        )}
      </div>
    )
  }
  return (
    <div className={classes.end}>
      {typeof total === 'number'
        ? `${formatCount(loaded)} of ${formatCount(total)} loaded`
        : `${formatCount(loaded)} loaded`}
      {isFetchingNextPage ? <Spin size="small" /> : more('Load more')}
    </div>
  )
}
