import { buildWeb } from './build-web.mjs'
import { install } from './install.mjs'
import { linkNode } from './link-node.mjs'
import { SetupError, diskFull } from './report.mjs'
import { withSetupLock } from './setup-lock.mjs'
import { endAs } from '../child.mjs'

/**
 * Prepares a clone: dependencies as in package-lock.json, with `forTests` those that only tests and checks need as well,
 * Node 24 at .bin/node and, with `web`, the web app. What is up to date is left alone. Only one process of a clone does
 * this at a time.
 */
export async function prepare({ web = false, forTests = false } = {}) {
  try {
    await withSetupLock(async () => {
      await install({ forTests })
      linkNode()
      if (web) await buildWeb()
    })
  } catch (cause) {
    const error = cause.code === 'ENOSPC' ? new SetupError(diskFull) : cause
    if (!(error instanceof SetupError)) throw error
    const { signal, stopSignal } = error.end ?? {}
    if (!stopSignal) console.error(`callboard: ${error.message}`)
    endAs({ code: 1, signal, stopSignal })
    await new Promise(() => {})
  }
}
