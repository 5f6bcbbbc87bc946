import { afterAll, vi } from 'vitest'
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
  await vi.waitFor(() => {
    const left = countOpen() - openBefore
    if (left > 0)
      throw new Error(`The test file has left ${left} servers or processes open: close them by afterFile.`)
  })
})
