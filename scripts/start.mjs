import { endAs, run } from './child.mjs'
import { node } from './places.mjs'
import { prepare } from './setup/prepare.mjs'
import { serverEnv } from './server-env.mjs'

await prepare({ web: true })
const env = { ...serverEnv(), DEMO: process.env.DEMO ?? 'on' }
endAs(await run(node, ['apps/server/src/main.ts', 'serve', ...process.argv.slice(2)], { env }))
