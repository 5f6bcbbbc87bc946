import { adminPassword } from './portal.ts'
import type { ServerProcess } from './server-process.ts'

export interface Exported {
  rows: number
  mb: number
  elapsedMs: number
  rowsPerSecond: number
  residentBeforeMb: number | undefined
  residentPeakMb: number | undefined
}

const dayMs = 86_400_000
const newLine = 0x0a

/** All calls as CSV through HTTP, while the memory of the server is watched. */
export async function exportAll({ client, residentMb }: ServerProcess, nowMs: number): Promise<Exported> {
  const token = await client.signIn('admin', adminPassword)
  const before = residentMb()
  const watch = watchMemory(residentMb)
  const startedMs = performance.now()
  const answer = await client.open({
    path: '/api/reporting/calldetails',
    token,
    accept: 'text/csv',
    body: JSON.stringify({
      from: new Date(nowMs - 731 * dayMs).toISOString(),
      to: new Date(nowMs + dayMs).toISOString(),
    }),
  })
  let bytes = 0
  let lines = 0
  for await (const chunk of answer) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('the answer does not come as bytes')
    bytes += chunk.length
    for (let at = chunk.indexOf(newLine); at >= 0; at = chunk.indexOf(newLine, at + 1)) lines++
  }
  const elapsedMs = performance.now() - startedMs
  // The first line names the columns.
  const rows = lines - 1
  return {
    rows,
    mb: bytes / 1e6,
    elapsedMs,
    rowsPerSecond: rows / (elapsedMs / 1000),
    residentBeforeMb: before,
    residentPeakMb: watch.end(),
  }
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
