import { formatCount } from '@callboard/contract/format'
import { z } from 'zod'
import { Integer } from '../apps/server/src/db/calls/row-values.ts'
import type { Runtime } from '../apps/server/src/runtime.ts'
import { fillCalls } from './fill-calls.ts'

/** Makes the calls unless the folder has some; returns the time just after the newest. */
export async function fillOnce(runtime: Runtime, wanted: number): Promise<number> {
  const { calls, snapshots } = runtime
  const row = z.object({ n: Integer, newest_ms: Integer })
  const sql = 'SELECT count() AS n, toUnixTimestamp64Milli(max(started_at)) AS newest_ms FROM calls'
  const [found] = await calls.query({ sql, row })
  if (found !== undefined && found.n > 0) {
    console.log(`${formatCount(found.n)} calls are there.`)
    return found.newest_ms + 1
  }
  const nowMs = Date.now()
  const startedMs = performance.now()
  const newestMs = await fillCalls(calls, { count: wanted, nowMs, onProgress: () => undefined })
  snapshots.filled(newestMs)
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(0)
  console.log(`${formatCount(wanted)} calls of 24 months, made in ${seconds} s.`)
  return newestMs + 1
}
