import { Writable } from 'node:stream'
import { type Logger, pino } from 'pino'

/** A log whose lines a test reads. */
export function logTo(level: 'error' | 'info', onLine: (line: string) => void): Logger {
  const lines = new Writable({
    write(line, _encoding, done) {
      onLine(String(line))
      done()
    },
  })
  return pino({ level, base: null }, lines)
}
