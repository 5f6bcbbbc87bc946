// Errors of the network, SQLSTATE classes 08 (connection), 53 (resources), 57P (shutdown) and 25006, which says that the
// server is a standby at the moment.
const codes =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08\w{3}|53\w{3}|57P\w{2}|25006)$/

const noFreeConnection = 'timeout exceeded when trying to connect'

// What the driver and its pool say of a connection that was cut, without a code.
const sentences = new Set([
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  noFreeConnection,
  'timeout expired',
])

/** Whether PostgreSQL could not be asked, or its answer was lost: the same may succeed in a moment. */
export function isUnreachableDatabase(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return 'code' in error && typeof error.code === 'string'
    ? codes.test(error.code)
    : sentences.has(error.message)
}

/** Whether all connections were in use for as long as anybody waits for one. */
export function isBusyPool(error: unknown): boolean {
  return error instanceof Error && error.message === noFreeConnection
}
