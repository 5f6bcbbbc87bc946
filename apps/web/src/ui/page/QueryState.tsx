import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useNetwork } from '#web/lib/network.ts'
import { ErrorNote, type WayOn } from '#web/ui/page/ErrorNote.tsx'
import { NoItems } from '#web/ui/page/NoItems.tsx'
import classes from '#web/ui/page/QueryState.module.css'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { Box, Text } from '#web/ui/layout.tsx'

interface QueryStateProps<T> {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'isFetching' | 'isPlaceholderData' | 'refetch'>
  /** Shown until there is data; a few grey lines unless given. */
  skeleton?: ReactNode
  isEmpty?: (data: T) => boolean
  /** Why the list is empty. */
  emptyReason?: ReactNode
  onCreate?: () => void
  createLabel?: string
  errorTitle?: string
  /** Where to go when what is shown is not there, or not for this user. */
  wayOn?: WayOn
  children: (data: T) => ReactNode
}

/**
 * The states of everything that is loaded: skeleton, error with Retry, 'No Items' with the reason, or the data.
 * Loaded data stay while newer ones are fetched, and under the error if that fails.
 */
export function QueryState<T>(props: QueryStateProps<T>) {
  const { query, skeleton, isEmpty, emptyReason, onCreate, createLabel, errorTitle, wayOn, children } = props
  const { data, error, isFetching, isPlaceholderData } = query
  const isWaiting = useNetwork() !== 'there'
  const retry = () => void query.refetch()
  if (data === undefined) {
    if (error !== null && !isFetching)
      return (
        <Box margin="var(--note-margin, 0)">
          <ErrorNote error={error} title={errorTitle} onRetry={retry} wayOn={wayOn} />
        </Box>
      )
    return (
      <div role="status" aria-label="Loading">
        {isWaiting && <Text as="p">This loads automatically when the portal can be reached again.</Text>}
        {skeleton ?? <Skeleton />}
      </div>
    )
  }
  const shown =
    isEmpty?.(data) === true ? (
      <NoItems reason={emptyReason} onCreate={onCreate} createLabel={createLabel} />
    ) : (
      children(data)
    )
  return (
    <div className={isPlaceholderData ? classes.old : undefined} aria-busy={isPlaceholderData}>
      {error !== null && !isFetching && (
        <Box margin="var(--note-margin, 0 0 12px)">
          <ErrorNote error={error} title="Could not refresh. You see earlier figures" onRetry={retry} />
        </Box>
      )}
      {shown}
    </div>
  )
}
