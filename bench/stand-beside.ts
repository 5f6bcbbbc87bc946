import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { quantile } from './measure.ts'

/** The times of somebody else's requests, in ms. */
export interface OthersTimes {
  othersP50Ms: number
  othersP99Ms: number
  othersMaxMs: number
}

/** What others may wait at most, at the 99th percentile. */
export const othersBarMs = 300

const bystander = join(import.meta.dirname, 'bystander.ts')

/** Uses the portal from another process while `work` goes on, and says how long each request took. */
export async function standBeside(
  { port, token }: { port: number; token: string },
  work: () => Promise<void>,
): Promise<OthersTimes> {
  const others = spawn(process.execPath, [bystander, String(port), token], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const printed = text(others.stdout)
  await sleep(1000)
  await work()
  others.kill('SIGTERM')
  const times = z.array(z.number()).parse(JSON.parse(await printed))
  return {
    othersP50Ms: quantile(times, 0.5),
    othersP99Ms: quantile(times, 0.99),
    othersMaxMs: Math.max(...times),
  }
}
