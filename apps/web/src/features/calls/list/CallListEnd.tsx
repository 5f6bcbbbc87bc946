import { Button, Spin } from 'antd'
import classes from '#web/features/calls/list/CallListEnd.module.css'
import type { CallPages } from '#web/features/calls/queries.ts'
import { errorText } from '#web/lib/api/api-error.ts'
import { formatCount } from '@callboard/contract/format'
import { Text } from '#web/ui/layout.tsx'

interface CallListEndProps {
  query: Pick<
    CallPages,
    'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'error' | 'fetchNextPage'
  >
  /** Calls that are loaded. */
  loaded: number
  total: number | null | undefined
}

/** How much of the list is loaded, and what comes after it: more calls, an error, or nothing. */
export function CallListEnd({ query, loaded, total }: CallListEndProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = query
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
        {more('Retry')}
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
