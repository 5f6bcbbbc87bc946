import { type Logger, pino } from 'pino'

/** What the parts of the portal that work in the background may say. */
export interface Log {
  info(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** One structured line an event, on standard error: standard output is for the person who started the portal. */
export function createLog(level: string): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['req.headers.authorization'],
      serializers: { req: (request: { method: string; url: string }) => describeRequest(request) },
    },
    pino.destination(2),
  )
}

/** Paths are logged without what may hold secrets behind them. */
function describeRequest({ method, url }: { method: string; url: string }) {
  return { method, path: url.split('?', 1)[0] }
}
