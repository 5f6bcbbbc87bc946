import { readableRowLimit } from '@callboard/contract/export-types'
import { callDetails } from '@callboard/contract/calls'
import { runReport } from '@callboard/contract/reports'
import { adminPassword } from './runtime.ts'
import { isFlat } from './resident-memory.ts'
import type { ServerProcess } from './server-process.ts'

/** Of the types that have to be fast. */
const barRowsPerSecond: Readonly<Record<string, number>> = { CSV: 200_000, Excel: 80_000 }
const dayMs = 86_400_000
const newLine = 0x0a

/** What is asked to be had as a file. */
interface AskedFile {
  path: string
  body: object
  /** Of the calls that there are, how many come. */
  calls: number
}

export function allCalls(nowMs: number, calls: number): AskedFile {
  return { path: callDetails.path, body: wholeTime(nowMs), calls }
}

/** As many calls as a file for reading may have, in seven columns. */
export function callsToRead(nowMs: number, calls: number): AskedFile {
  const columns = ['startedAt', 'status', 'callerNumber', 'trackingNumber', 'location', 'source', 'duration']
  const definition = { columns, limit: readableRowLimit }
  const body = { definition, parameters: { dateRange: wholeTime(nowMs) } }
  return { path: runReport.path, body, calls: Math.min(calls, readableRowLimit) }
}

export function rateExport(
  type: string,
  { asked, done }: { asked: AskedFile; done: Awaited<ReturnType<typeof exportFile>> },
) {
  const failure = done.failure ?? (done.rows === asked.calls ? undefined : 'not every call came')
  const isFast = done.rowsPerSecond >= (barRowsPerSecond[type] ?? 0)
  return { type, ...done, failure, isKept: failure === undefined && isFast && isFlat(done) }
}

function wholeTime(nowMs: number) {
  return {
    from: new Date(nowMs - 731 * dayMs).toISOString(),
    to: new Date(nowMs + dayMs).toISOString(),
  }
}

/** Calls as a file through HTTP, while the memory of the server is watched. */
export async function exportFile(
  { client, residentMb }: ServerProcess,
  { path, body, calls }: AskedFile,
  accept: string,
) {
  const token = await client.signIn('admin', adminPassword)
  const before = residentMb()
  const watch = watchMemory(residentMb)
  const startedMs = performance.now()
  const answer = await client.open({
    path,
    token,
    accept,
    body: JSON.stringify(body),
  })
  /** When a quarter, half, three quarters and all of the rows had arrived, of types with a line a row: flat if more rows need no more memory. */
  const residentAtMb: (number | undefined)[] = []
  const isOfLines = accept.startsWith('text/') || accept.endsWith('ndjson')
  const counted = await countLines(answer, (lines) => {
    if (isOfLines && lines - 1 >= (calls * (residentAtMb.length + 1)) / 4) residentAtMb.push(residentMb())
  })
  const elapsedMs = performance.now() - startedMs
  // Of CSV the lines are counted, of which the first names the columns; others say how many rows they have.
  const rows = accept === 'text/csv' ? counted.lines - 1 : Number(answer.headers['x-row-count'])
  return {
    rows,
    mb: counted.bytes / 1e6,
    elapsedMs,
    rowsPerSecond: rows / (elapsedMs / 1000),
    residentBeforeMb: before,
    residentPeakMb: watch.end(),
    residentAtMb,
    /** Why not all calls came; undefined when they did. */
    failure: counted.failure,
  }
}

/** A broken transfer keeps what was measured so far. */
async function countLines(answer: AsyncIterable<unknown>, onChunk: (lines: number) => void) {
  const counted: { bytes: number; lines: number; failure: string | undefined } = {
    bytes: 0,
    lines: 0,
    failure: undefined,
  }
  try {
    for await (const chunk of answer) {
      if (!(chunk instanceof Uint8Array)) throw new TypeError('the answer does not come as bytes')
      counted.bytes += chunk.length
      for (let at = chunk.indexOf(newLine); at >= 0; at = chunk.indexOf(newLine, at + 1)) counted.lines++
      onChunk(counted.lines)
    }
  } catch (error) {
    counted.failure = String(error)
  }
  return counted
}

function watchMemory(residentMb: () => number | undefined): { end: () => number | undefined } {
  let peak = residentMb()
  const poll = () => {
    const now = residentMb()
    if (peak !== undefined && now !== undefined) peak = Math.max(peak, now)
  }
  const timer = setInterval(poll, 50)
  return {
    end() {
      clearInterval(timer)
      poll()
      return peak
    },
  }
}
