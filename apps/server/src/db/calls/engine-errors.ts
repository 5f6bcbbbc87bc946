import { CallStoreError, type CallStoreErrorKind } from '#server/db/calls/call-store.ts'
import type { Execution } from '#server/db/calls/executions.ts'
import { isFull } from '#server/lib/files/free-space.ts'

/** ClickHouse's numbers of errors that the query did not cause, or that say which limit it exceeded. */
const kindOfCode: ReadonlyMap<number, CallStoreErrorKind> = new Map([
  [33, 'damaged'], // CANNOT_READ_ALL_DATA
  [40, 'damaged'], // CHECKSUM_DOESNT_MATCH
  [107, 'damaged'], // FILE_DOESNT_EXIST
  [158, 'memory'], // TOO_MANY_ROWS
  [159, 'timeout'], // TIMEOUT_EXCEEDED
  [160, 'timeout'], // TOO_SLOW
  [202, 'unavailable'], // TOO_MANY_SIMULTANEOUS_QUERIES
  [209, 'unavailable'], // SOCKET_TIMEOUT
  [210, 'unavailable'], // NETWORK_ERROR
  [236, 'unavailable'], // ABORTED
  [241, 'memory'], // MEMORY_LIMIT_EXCEEDED
  [242, 'unavailable'], // TABLE_IS_READ_ONLY
  [243, 'unavailable'], // NOT_ENOUGH_SPACE
  [246, 'damaged'], // CORRUPTED_DATA
  [252, 'unavailable'], // TOO_MANY_PARTS
  [279, 'unavailable'], // ALL_CONNECTION_TRIES_FAILED
  [307, 'memory'], // TOO_MANY_BYTES
  [394, 'cancelled'], // QUERY_WAS_CANCELLED
  [396, 'memory'], // TOO_MANY_ROWS_OR_BYTES
  [516, 'unavailable'], // AUTHENTICATION_FAILED
  [734, 'cancelled'], // QUERY_WAS_CANCELLED_BY_CLIENT
  [999, 'unavailable'], // KEEPER_EXCEPTION
])

/**
 * Converts an error of the engine. The reason why we stopped an execution takes precedence over the engine's error. A bug
 * of ours (`TypeError`) is returned as it is.
 */
export function toCallStoreError(error: unknown, execution?: Execution): Error {
  if (execution?.reason !== undefined) return new CallStoreError(execution.reason, { cause: error })
  if (error instanceof CallStoreError || error instanceof TypeError) return error
  if (isFull(error)) return new CallStoreError('full', { cause: error })
  const code = codeOf(error)
  if (code === undefined) return new CallStoreError('unavailable', { cause: error })
  return new CallStoreError(kindOfCode.get(code) ?? 'query', { cause: error, code })
}

function codeOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined
  // @clickhouse/client gives the number as `code`, chDB (on streams) only in the text.
  const given = 'code' in error && typeof error.code === 'string' ? /^\d+$/.exec(error.code)?.[0] : undefined
  const said = given ?? /^Code: (\d+)\. DB::/.exec(error.message)?.[1]
  return said === undefined ? undefined : Number(said)
}
