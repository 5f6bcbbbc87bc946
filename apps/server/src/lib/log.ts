import { type Logger, pino } from 'pino'

/** How parts of the portal that work in the background log. */
export interface Log {
  info(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Waits for work in the background, whose failure is told to the log alone. */
export async function orLogged(log: Log, message: string, work: Promise<void>): Promise<void> {
  try {
    await work
  } catch (error) {
    log.error({ err: error }, message)
  }
}

/** Logs one line of JSON for each event to standard error; standard output is for the person who starts the portal. */
export function createLog(level: string): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['req.headers.authorization'],
      serializers: { req: (request: { method: string; url: string }) => serializeRequest(request) },
    },
    pino.destination(2),
  )
}

/** Without the query, which may contain secrets. */
function serializeRequest({ method, url }: { method: string; url: string }) {
  return { method, path: url.split('?', 1)[0] }
}
