import { setTimeout as wait } from 'node:timers/promises'
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
  let peak = before
  let hasEnded = false
  const watching = (async () => {
    while (!hasEnded) {
      peak = Math.max(peak ?? 0, residentMb() ?? 0)
      await wait(50)
    }
  })()
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
  hasEnded = true
  await watching
  // The first line names the columns.
  const rows = lines - 1
  return {
    rows,
    mb: bytes / 1e6,
    elapsedMs,
    rowsPerSecond: rows / (elapsedMs / 1000),
    residentBeforeMb: before,
    residentPeakMb: before === undefined ? undefined : peak,
  }
}
