import { afterAll, expect, vi } from 'vitest'
import { closeAll } from './after-file.ts'

/** Servers that listen, and processes. */
function countOpen(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === 'TCPServerWrap' || kind === 'ProcessWrap')
    .length
}

const openBefore = countOpen()

// Evaluated anew for each test file, other than the modules which the files of a process share.
afterAll(async () => {
  await closeAll()
  const message = 'servers and processes that the test file has opened and not ended'
  await vi.waitFor(() => expect(countOpen(), message).toBeLessThanOrEqual(openBefore))
})
