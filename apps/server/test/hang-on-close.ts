// Imported before a portal (`node --import`): from when it is told to stop, one of its features never closes, and a wait of
// a minute takes a second.
import { isMainThread } from 'node:worker_threads'
import { LastRuns } from '#server/features/reports/saved/last-runs.ts'

const { setTimeout: start } = globalThis

if (isMainThread) {
  process.once('SIGTERM', () => {
    LastRuns.prototype.close = async () => {
      await new Promise(() => {})
    }
    Object.assign(globalThis, {
      setTimeout: (callback: () => void, delay: number) => start(callback, delay === 60_000 ? 1000 : delay),
    })
  })
}
