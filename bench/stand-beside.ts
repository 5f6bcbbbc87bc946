import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { quantile } from './measure.ts'
import type { Sizes } from './sizes.ts'

/** What others may wait at most, at the 99th percentile. */
export const othersBarMs = 300

const bystander = join(import.meta.dirname, 'bystander.ts')

/** Uses the portal from another process while `work` goes on, and says how long each request took. */
export async function standBeside(
  { port, token, sizes }: { port: number; token: string; sizes: Sizes },
  work: () => Promise<void>,
) {
  const others = spawn(process.execPath, [bystander, String(port), token, String(sizes.bystanderPauseMs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface(others.stdout)[Symbol.asyncIterator]()
  await lines.next()
  await work()
  others.kill('SIGTERM')
  const { value: printed } = await lines.next()
  const times = z.array(z.number()).parse(JSON.parse(String(printed)))
  return {
    othersP50Ms: quantile(times, 0.5),
    othersP99Ms: quantile(times, 0.99),
    othersMaxMs: Math.max(...times),
  }
}
