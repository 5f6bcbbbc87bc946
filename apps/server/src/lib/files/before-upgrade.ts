import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Where the embedded databases are kept as they were before the last update of their schemas. */
export const beforeUpgrade = 'before-upgrade'

const keptMs = 14 * 86_400_000

/** Deletes what was kept two weeks ago. */
export async function sweepBeforeUpgrade(dataDir: string, nowMs = Date.now()): Promise<void> {
  const folder = join(dataDir, beforeUpgrade)
  const found = await stat(folder).catch(() => undefined)
  if (found !== undefined && nowMs - found.mtimeMs > keptMs)
    await rm(folder, { recursive: true, force: true })
}
