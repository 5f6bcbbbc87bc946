import { OutsideError } from '#server/lib/outside/outside-request.ts'
import { FetchFailed } from '../adapter.ts'

export interface DatabasePlace {
  readonly host: string
  readonly port: number
  readonly database: string
  readonly user: string
}

/** What the database did not do, for people. Errors of our own stay as they are. */
export function databaseFailure(
  error: unknown,
  { host, port, database, user, isAborted }: DatabasePlace & { isAborted: boolean },
): unknown {
  if (error instanceof FetchFailed) return error
  const place = `${host}:${port}`
  const failed = (message: string, isPassing: boolean) =>
    new FetchFailed(message, { isPassing, cause: error })
  if (error instanceof OutsideError)
    return failed(`The database ${place} cannot be asked. ${error.message}`, false)
  if (isAborted) return failed(`The database ${place} took too long.`, true)
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
  switch (code) {
    case 'ER_ACCESS_DENIED_ERROR':
      return failed(
        `The database ${place} does not let user ${user} in. Check name and password, and from which hosts the user may come.`,
        false,
      )
    case 'ER_BAD_DB_ERROR':
    case 'ER_DBACCESS_DENIED_ERROR':
      return failed(
        `User ${user} finds no database ${database} at ${place}. Check its name and rights.`,
        false,
      )
    case 'ER_NO_SUCH_TABLE':
    case 'ER_TABLEACCESS_DENIED_ERROR':
    case 'ER_COLUMNACCESS_DENIED_ERROR':
      return failed(
        `User ${user} may not read the table in ${database} at ${place}, or there is none. Check its name, and grant SELECT.`,
        false,
      )
    case 'HANDSHAKE_NO_SSL_SUPPORT':
      return failed(
        `The database ${place} does not encrypt connections. Turn TLS on there, or choose “None” as encryption where the way to it is your own network.`,
        false,
      )
    case 'ECONNREFUSED':
      return failed(`No database answers at ${place}.`, true)
    case 'ENOTFOUND':
      return failed(`There is no host ${host}.`, true)
    case 'ETIMEDOUT':
    case 'PROTOCOL_SEQUENCE_TIMEOUT':
    case 'ER_STATEMENT_TIMEOUT':
    case 'ER_QUERY_TIMEOUT':
      return failed(`The database ${place} took too long.`, true)
    default:
      return error instanceof Error && code !== '' ? unknownFailure(error, { place, code }) : error
  }
}

const certificateForm = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|HANDSHAKE_SSL/

function unknownFailure(error: Error, { place, code }: { place: string; code: string }): FetchFailed {
  const reason = error.message.replace(/\.+$/, '')
  if (certificateForm.test(code))
    return new FetchFailed(`The certificate of the database ${place} is not valid: ${reason}.`, {
      isPassing: false,
      cause: error,
    })
  return new FetchFailed(`The database ${place} could not be read: ${reason}.`, {
    isPassing: true,
    cause: error,
  })
}
