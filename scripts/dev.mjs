import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { run } from './child.mjs'
import { at, node } from './places.mjs'
import { serverEnv } from './server-env.mjs'
import { prepare } from './setup/prepare.mjs'

await prepare()
const web = at('apps', 'web')
const vite = createRequire(join(web, 'package.json')).resolve('vite/package.json')
const env = { ...serverEnv(), DEMO: process.env.DEMO ?? 'on' }
const stop = new AbortController()
const programs = [
  run(node, ['--watch', 'apps/server/src/main.ts', 'serve'], {
    env,
    signal: stop.signal,
    killSignal: 'SIGTERM',
  }),
  run(node, [join(dirname(vite), 'bin', 'vite.js')], {
    cwd: web,
    signal: stop.signal,
    killSignal: 'SIGTERM',
  }),
]
const first = await Promise.race(programs)
stop.abort()
await Promise.allSettled(programs)
process.exitCode = first.asked ? 0 : (first.code ?? 1)
