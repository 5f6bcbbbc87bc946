// npm run dev [-- --sso]; --sso adds an OpenID provider on this machine, to try single sign-on by hand.
import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { run } from './child.mjs'
import { at, node } from './places.mjs'
import { serverEnv } from './server-env.mjs'
import { prepare } from './setup/prepare.mjs'

const unknown = process.argv.slice(2).filter((one) => one !== '--sso')
if (unknown.length > 0) {
  console.error(`npm run dev has no option ${unknown.join(' ')}, only --sso`)
  process.exit(2)
}

const hasProvider = process.argv.includes('--sso')
await prepare({ forTests: hasProvider })
const web = at('apps', 'web')
const vite = createRequire(join(web, 'package.json')).resolve('vite/package.json')
const provider = hasProvider ? providerEnv() : undefined
const env = { ...serverEnv(), DEMO: process.env.DEMO ?? 'on', ...provider?.server }
const stop = new AbortController()
const ending = { signal: stop.signal, killSignal: 'SIGTERM' }
const programs = [
  run(node, ['--watch', 'apps/server/src/main.ts', 'serve'], { env, ...ending }),
  run(node, [join(dirname(vite), 'bin', 'vite.js')], { cwd: web, ...ending }),
]
if (provider) {
  const file = 'apps/server/test/serve-oidc-provider.ts'
  programs.push(run(node, [file], { env: { ...process.env, ...provider.own }, ...ending }))
}
const first = await Promise.race(programs)
stop.abort()
await Promise.allSettled(programs)
process.exitCode = first.stopSignal ? 0 : (first.code ?? 1)

/** The environments of the provider and the server. Browsers use the address of Vite. */
function providerEnv() {
  const port = process.env.OIDC_PORT ?? '8090'
  const secret = randomBytes(24).toString('base64url')
  const portalUrl = process.env.PUBLIC_URL ?? 'http://localhost:5173'
  const liberty = {
    id: 'liberty',
    name: 'Liberty',
    issuer: `http://127.0.0.1:${port}`,
    clientId: 'callboard',
    clientSecret: secret,
    createUsers: false,
  }
  return {
    own: { OIDC_PORT: port, OIDC_SECRET: secret, PORTAL_URL: portalUrl },
    server: { OIDC_PROVIDERS: JSON.stringify([liberty]), PUBLIC_URL: portalUrl },
  }
}
