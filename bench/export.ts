import { adminPassword } from './runtime.ts'
import type { ServerProcess } from './server-process.ts'

export interface Exported {
  rows: number
  mb: number
  elapsedMs: number
  rowsPerSecond: number
  residentBeforeMb: number | undefined
  residentPeakMb: number | undefined
  /** When a quarter, half, three quarters and all of the rows had arrived: flat if more rows need no more memory. */
  residentAtMb: (number | undefined)[]
  /** Why not all calls came; undefined when they did. */
  failure: string | undefined
}

const dayMs = 86_400_000
const newLine = 0x0a

/** All calls as a file through HTTP, while the memory of the server is watched. */
export async function exportAll(
  { client, residentMb }: ServerProcess,
  { nowMs, calls, accept }: { nowMs: number; calls: number; accept: string },
): Promise<Exported> {
  const token = await client.signIn('admin', adminPassword)
  const before = residentMb()
  const watch = watchMemory(residentMb)
  const startedMs = performance.now()
  const answer = await client.open({
    path: '/api/reporting/calldetails',
    token,
    accept,
    body: JSON.stringify({
      from: new Date(nowMs - 731 * dayMs).toISOString(),
      to: new Date(nowMs + dayMs).toISOString(),
    }),
  })
  const residentAtMb: (number | undefined)[] = []
  const counted = await countLines(answer, (lines) => {
    if (lines - 1 >= (calls * (residentAtMb.length + 1)) / 4) residentAtMb.push(residentMb())
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
  const look = () => {
    const now = residentMb()
    if (peak !== undefined && now !== undefined) peak = Math.max(peak, now)
  }
  const timer = setInterval(look, 50)
  return {
    end() {
      clearInterval(timer)
      look()
      return peak
    },
  }
}
