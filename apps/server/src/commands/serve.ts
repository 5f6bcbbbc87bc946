import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../app.ts'
import type { Config } from '../config.ts'
import { StartError } from '../lib/data-dir.ts'
import { createLog } from '../lib/log.ts'
import { openRuntime, type Runtime } from '../runtime.ts'
import { type MadeSignIn, setUpOnce } from '../setup/first-start.ts'
import { openControl } from './control.ts'
import { stopAsked } from './stop-asked.ts'

const webFolder = join(import.meta.dirname, '../../../web/dist')

/** Runs the portal until it is told to stop. */
export async function serve(config: Config): Promise<void> {
  const runtime = await openRuntime(config, createLog(config.logLevel))
  try {
    await serveOpen(config, runtime)
  } catch (error) {
    await runtime.close()
    throw error
  }
}

async function serveOpen(config: Config, runtime: Runtime): Promise<void> {
  const signIns = await setUp(config, runtime)
  const app = await buildApp(runtime, webFolder)
  await listen(app, config)
  const control = await openControl(config.dataDir, runtime)
  print(config, app, signIns)
  await stopAsked()
  await control.close()
  await stopAnswering(app)
  await runtime.close()
}

/** What is under way gets a moment. Event streams and long exports would go on for hours: they are broken off. */
async function stopAnswering(app: FastifyInstance): Promise<void> {
  const breakOff = setTimeout(() => app.server.closeAllConnections(), 2_000)
  await app.close()
  clearTimeout(breakOff)
}

async function setUp(config: Config, { postgres, calls }: Runtime): Promise<MadeSignIn[]> {
  const { db } = postgres
  const signIns = await setUpOnce(db, { userName: config.adminUser, password: config.adminPassword })
  if (!config.isDemo) return signIns
  // Read only where it is wanted: a real portal has no use for it.
  const { fillDemo } = await import('../setup/demo/fill-demo.ts')
  const onProgress = (done: number, all: number) => {
    if (process.stdout.isTTY)
      process.stdout.write(`\rFilling in demo data: ${Math.round((done / all) * 100)} %`)
  }
  const demo = await fillDemo({ db, calls, dataDir: config.dataDir, now: new Date(), onProgress })
  if (process.stdout.isTTY && demo.length > 0) process.stdout.write('\n')
  return [...signIns, ...demo]
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
    if (code === 'EADDRINUSE') {
      throw new StartError(`Port ${port} is in use. Stop what listens there, or choose another with PORT.`, {
        cause,
      })
    }
    if (code === 'EACCES') throw new StartError(`Port ${port} may not be used by this user.`, { cause })
    throw new StartError(`The portal cannot listen on ${host}:${port}.`, { cause })
  }
}

function print({ publicUrl, adminUser }: Config, app: FastifyInstance, signIns: readonly MadeSignIn[]): void {
  const [address] = app.addresses()
  const port = typeof address === 'object' ? address.port : ''
  // Port 0 has the system choose one.
  const url = publicUrl.replace(/:0$/, `:${port}`)
  const width = Math.max(...signIns.map(({ userName }) => userName.length))
  const lines = signIns.map(
    ({ userName, password, about }) => `  ${userName.padEnd(width)}  ${password}  ${about}`,
  )
  console.log(
    signIns.length > 0
      ? `\nSign-ins made at this first start. They are shown only now:\n\n${lines.join('\n')}\n`
      : `A lost password is replaced by: npm run set-password -- ${adminUser}`,
  )
  console.log(`Callboard is running at ${url}`)
}
