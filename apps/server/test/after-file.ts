import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Close = () => Promise<void> | void

const closes: Close[] = []

/**
 * Runs after the tests of the file, the last registered first. For what is opened in a `beforeAll`: Vitest ignores an
 * `afterAll` that is registered in a hook.
 */
export function afterFile(close: Close): void {
  closes.push(close)
}

export async function closeAll(): Promise<void> {
  for (let close = closes.pop(); close !== undefined; close = closes.pop()) await close()
}

/** A new folder, which is deleted after the tests of the file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'callboard-test-'))
  afterFile(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
