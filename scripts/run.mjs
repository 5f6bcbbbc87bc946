// Runs a TypeScript program of this repository by its own Node, also on a fresh clone:
// node scripts/run.mjs [--web] [--for-tests] FILE [ARGUMENTS]
// With --web on the web app as it is now, with --for-tests on what tests and measurements need.
import { endAs, run } from './child.mjs'
import { node } from './places.mjs'
import { serverEnv } from './server-env.mjs'
import { prepare } from './setup/prepare.mjs'

const args = process.argv.slice(2)
const isGiven = (option) => {
  if (args[0] !== option) return false
  args.shift()
  return true
}
await prepare({ web: isGiven('--web'), forTests: isGiven('--for-tests') })
endAs(await run(node, args, { env: serverEnv() }))
