// Runs a TypeScript program of this repository by its own Node, also on a fresh clone:
// node scripts/run.mjs [--web] FILE [ARGUMENTS]
import { endAs, run } from './child.mjs'
import { node } from './places.mjs'
import { serverEnv } from './server-env.mjs'
import { prepare } from './setup/prepare.mjs'

const args = process.argv.slice(2)
const web = args[0] === '--web'
await prepare({ web })
endAs(await run(node, web ? args.slice(1) : args, { env: serverEnv() }))
