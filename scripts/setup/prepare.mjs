import { buildWeb } from './build-web.mjs'
import { install } from './install.mjs'
import { linkNode } from './link-node.mjs'
import { SetupError, diskFull } from './report.mjs'
import { inTurn } from './turn.mjs'
import { endAs } from '../child.mjs'

/**
 * Makes a clone ready: dependencies as package-lock.json says, Node 24 at .bin/node, and the web app when asked for.
 * What is up to date is left alone. Two at the same time take turns.
 */
export async function prepare({ web = false } = {}) {
  try {
    await inTurn(async () => {
      await install()
      linkNode()
      if (web) await buildWeb()
    })
  } catch (cause) {
    const error = cause.code === 'ENOSPC' ? new SetupError(diskFull) : cause
    if (!(error instanceof SetupError)) throw error
    const { signal, asked } = error.end ?? {}
    if (!asked) console.error(`callboard: ${error.message}`)
    endAs({ code: 1, signal, asked })
    await new Promise(() => {})
  }
}
