import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../apps/server/test/free-port.ts'
import { demoAccounts, type OpenProvider, startOidcProvider } from '../apps/server/test/oidc-provider.ts'
import { conditionLimitMs, testLimitMs } from '../apps/server/test/time-limits.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

export interface Portal {
  readonly url: string
  /** Of the administrator and the demo users, by user name. */
  readonly passwords: Readonly<Record<string, string>>
  stop: () => Promise<void>
}

/**
 * Starts a portal with demo data in a temporary folder, on a free port; for single sign-on, also a provider that knows
 * the demo accounts. What the portal prints goes to `log`.
 */
export async function startPortal({
  env = {},
  hasSingleSignOn = false,
  log = join(root, 'test-results', 'portal.log'),
} = {}): Promise<Portal> {
  const folder = await mkdtemp(join(tmpdir(), 'callboard-portal-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const provider = hasSingleSignOn ? await startProvider(url) : undefined
  const adminPassword = randomBytes(12).toString('base64url')
  await mkdir(dirname(log), { recursive: true })
  const output = await open(log, 'w')
  const server = spawn(join(root, '.bin', 'node'), ['apps/server/src/main.ts', 'serve'], {
    cwd: root,
    stdio: ['ignore', output.fd, output.fd],
    env: {
      ...process.env,
      UV_THREADPOOL_SIZE: '16',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: folder,
      DEMO: 'on',
      ADMIN_USER: 'admin',
      ADMIN_PASSWORD: adminPassword,
      PUBLIC_URL: url,
      ...(provider !== undefined && { OIDC_PROVIDERS: JSON.stringify([provider.setting]) }),
      ...env,
    },
  })
  const stop = async () => {
    await stopServer(server)
    await provider?.close()
    await output.close()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await waitUntilReady(url, server)
  } catch (error) {
    const printed = await readFile(log, 'utf8')
    await stop()
    throw new Error(`the portal did not start:\n${printed.slice(-4000)}`, { cause: error })
  }
  const passwords = { ...parsePasswords(await readFile(log, 'utf8')), admin: adminPassword }
  return { url, passwords, stop }
}

/** Parses what the first start prints: one line per user, with name, password and what the user may do. */
function parsePasswords(printed: string): Record<string, string> {
  const lines = printed.matchAll(/^ {2}([\w-]+) +(\S{20}) {2}\S/gm)
  return Object.fromEntries(Array.from(lines, ([, userName = '', password = '']) => [userName, password]))
}

async function startProvider(portalUrl: string): Promise<OpenProvider> {
  return await startOidcProvider({ port: 0, portalUrl, id: 'liberty', accounts: demoAccounts })
}

async function waitUntilReady(url: string, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + testLimitMs
  while (Date.now() < deadline) {
    if (hasEnded(server)) throw new Error(`it exited with ${server.exitCode ?? server.signalCode}`)
    const isReady = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    )
    if (isReady) return
    await wait(200)
  }
  throw new Error(`it was not ready after ${testLimitMs / 1000} s`)
}

async function stopServer(server: ChildProcess): Promise<void> {
  if (hasEnded(server)) return
  const closed = once(server, 'close')
  server.kill('SIGTERM')
  const timer = setTimeout(() => server.kill('SIGKILL'), conditionLimitMs)
  await closed
  clearTimeout(timer)
}

function hasEnded(server: ChildProcess): boolean {
  return server.exitCode !== null || server.signalCode !== null
}
