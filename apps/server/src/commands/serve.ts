import { once } from 'node:events'
import { Server as SecureServer } from 'node:https'
import { isIPv6 } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../app.ts'
import type { Config } from '../config.ts'
import { onceAlone } from '../db/postgres/one-process.ts'
import { type DataDir, StartError } from '../lib/files/data-dir.ts'
import type { Tls } from '../http/node-server.ts'
import { createLog } from '../lib/log.ts'
import { readTls, type TlsFiles } from '../lib/outside/tls-files.ts'
import { openRuntime, type Runtime } from '../runtime.ts'
import { type InitialSignIn, setUpOnce } from '../setup/first-start.ts'
import { openControl } from './control.ts'
import { shutdownSignal } from './shutdown-signal.ts'

/** Connections that the system accepts ahead of the portal; Linux itself allows no more than 4096 unless told to. */
const backlog = 4096
const webFolder = join(import.meta.dirname, '../../../web/dist')

/** Runs the portal until a shutdown signal. */
export async function serve(
  config: Config,
  { dataDir, tls }: { dataDir: DataDir; tls: Tls | undefined },
): Promise<void> {
  const stopTracing = await traceIfWanted(config)
  const runtime = await openRuntime(config, createLog(config.logLevel), dataDir)
  try {
    await serveOpen(config, runtime, tls)
  } catch (error) {
    // Why it ended is worth more than what does not close then, which the log has.
    await runtime.close().catch(() => undefined)
    throw error
  }
  await runtime.close()
  await stopTracing()
}

/** What traces need is loaded only then. */
async function traceIfWanted({ tracing }: Config): Promise<() => Promise<void>> {
  if (tracing === undefined) return async () => {}
  const { startTracing } = await import('../lib/outside/start-tracing.ts')
  return startTracing(tracing)
}

async function serveOpen(config: Config, runtime: Runtime, tls: Tls | undefined): Promise<void> {
  let isStarting = true
  const { trustProxy, apiKeyRequestsPerMinute } = config
  const options = { trustProxy, tls, apiKeyRequestsPerMinute, isStarting: () => isStarting }
  const app = await buildApp(runtime, webFolder, options)
  // First, so that a start that cannot have its port sets nothing up.
  await listen(app, config)
  const hasShown = await setUp(config, runtime)
  isStarting = false
  await runtime.ingest.writers.announce(config.processUrl ?? addressForProcesses(app, config))
  if (config.tls !== undefined) reloadTlsOnHangup(app, config.tls)
  const control = await openControl(config.dataDir, runtime)
  if (!hasShown) console.log(`To replace a lost password: npm run set-password -- ${config.adminUser}`)
  console.log(readyMessage(app, config))
  const shutdown = shutdownSignal()
  const recordings = config.isDemo ? fillDemoRecordings(runtime, shutdown) : undefined
  await once(shutdown, 'abort')
  await control.close()
  await closeApp(app)
  await recordings
}

/** A renewed certificate is taken over without a restart. One that is of no use leaves the portal with the one it has. */
function reloadTlsOnHangup(app: FastifyInstance, tls: TlsFiles): void {
  process.on('SIGHUP', () => {
    try {
      if (app.server instanceof SecureServer) app.server.setSecureContext(readTls(tls))
    } catch (error) {
      app.log.error({ err: error }, 'the certificate was not renewed')
    }
  })
}

/** Requests in progress have two seconds to finish; event streams and long exports would go on for hours. */
async function closeApp(app: FastifyInstance): Promise<void> {
  const deadline = setTimeout(() => app.server.closeAllConnections(), 2_000)
  await app.close()
  clearTimeout(deadline)
}

/** True when it made sign-ins, which it shows. */
async function setUp(
  config: Config,
  { postgres, calls, snapshots, ingest, hasPeers }: Runtime,
): Promise<boolean> {
  const { db } = postgres
  let hasShown = false
  const show = (signIns: readonly InitialSignIn[]) => {
    hasShown = true
    print(signIns)
  }
  const setUpFirst = async () =>
    await setUpOnce(db, { userName: config.adminUser, password: config.adminPassword, show })
  // Of processes that start at the same time each would find nothing.
  if (hasPeers) await onceAlone(db, 'callboard.set-up', setUpFirst)
  else await setUpFirst()
  if (!config.isDemo) return hasShown
  // Imported only when wanted: a real portal has no demo data.
  const { fillDemo } = await import('../setup/demo/fill-demo.ts')
  const onProgress = (done: number, all: number) => {
    if (process.stdout.isTTY)
      process.stdout.write(`\rFilling in demo data: ${Math.round((done / all) * 100)} %`)
  }
  const now = new Date()
  const keep = async () => await ingest.checkpoint()
  await fillDemo({ db, calls, dataDir: config.dataDir, now, onProgress, show, keep })
  snapshots.filled(now.getTime())
  return hasShown
}

/** Once the portal can be used: nobody waits for them. */
async function fillDemoRecordings(
  { postgres: { db }, calls, queue, recordingFiles: files, log }: Runtime,
  signal: AbortSignal,
): Promise<void> {
  try {
    const { fillRecordings } = await import('../setup/demo/fill-recordings.ts')
    await fillRecordings({ db, calls, queue, files, signal })
  } catch (error) {
    log.error({ err: error }, 'the recordings of the demo were not filled in')
  }
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port, backlog })
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
    if (code === 'EADDRINUSE') {
      throw new StartError(
        `Port ${port} is in use. Stop the program that uses it, or set PORT to another one.`,
        {
          cause,
        },
      )
    }
    if (code === 'EACCES') throw new StartError(`You are not allowed to use port ${port}.`, { cause })
    throw new StartError(`The portal cannot listen on ${host}:${port}.`, { cause })
  }
}

function print(signIns: readonly InitialSignIn[]): void {
  const width = Math.max(...signIns.map(({ userName }) => userName.length))
  const lines = signIns.map(
    ({ userName, password, about }) => `  ${userName.padEnd(width)}  ${password}  ${about}`,
  )
  console.log(`\nCreated on first start and shown only once:\n\n${lines.join('\n')}\n`)
}

function readyMessage(app: FastifyInstance, config: Config): string {
  if (config.process !== 'worker') return `Callboard is running at ${addressOf(app, config)}`
  return `Callboard works in the background; its health is at ${addressForProcesses(app, config)}/healthz`
}

/** Where another process reaches this one: on this machine alone, or at its first address in a network. */
function addressForProcesses(app: FastifyInstance, { host, tls }: Config): string {
  const [address] = app.addresses()
  const port = typeof address === 'object' ? address.port : ''
  const isAny = host === '0.0.0.0' || host === '::'
  const own = Object.values(networkInterfaces()).flatMap((all = []) => all.filter((one) => !one.internal))
  const name = isAny ? (own.find(({ family }) => family === 'IPv4')?.address ?? hostname()) : host
  return `${tls === undefined ? 'http' : 'https'}://${isIPv6(name) ? `[${name}]` : name}:${port}`
}

function addressOf(app: FastifyInstance, { publicUrl }: Config): string {
  const [address] = app.addresses()
  const port = typeof address === 'object' ? address.port : ''
  // With port 0 the system chooses one.
  return publicUrl.replace(/:0$/, `:${port}`)
}
