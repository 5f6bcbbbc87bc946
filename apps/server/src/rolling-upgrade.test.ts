import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { updateAnnotations } from '@callboard/contract/annotations'
import { login } from '@callboard/contract/auth'
import { callDetails, IngestAnswer, ingestCalls } from '@callboard/contract/calls'
import { createMenu } from '@callboard/contract/menus'
import { runReport } from '@callboard/contract/reports'
import { createRole, Role } from '@callboard/contract/roles'
import { beforeAll, expect, inject, it, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import { openPostgresServer } from '#server/db/postgres/postgres-server.ts'
import { migrate, openStores } from '#server/stores.ts'
import { afterFile, temporaryFolder } from '#test/after-file.ts'
import { startChdbBridge } from '#test/chdb-http-bridge.ts'
import { buildCall, Factory } from '#test/factory.ts'
import { Program } from '#test/program.ts'
import { startRealPostgres } from '#test/real-postgres.ts'

const root = join(import.meta.dirname, '../../..')
const migrations = 'apps/server/migrations'

function git(...args: readonly string[]): string {
  return execFileSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 2 ** 28,
  })
}

/** Of the newest version whose schemas lack something of today's; undefined where its history is not at hand. */
function findVersionBefore(): string | undefined {
  const namesIn = (commit: string) => git('ls-tree', '-r', '--name-only', commit, migrations)
  const today = git('ls-files', '--cached', '--others', '--exclude-standard', migrations)
  try {
    const commits = git('log', '--format=%H', '-20', '--', migrations).trim().split('\n')
    return ['HEAD', ...commits.map((commit) => `${commit}^`)].find((commit) => namesIn(commit) !== today)
  } catch {
    return undefined
  }
}

/** Its program beside the packages of today; gives its main file. */
function unpack(commit: string, folder: string): string {
  const files = execFileSync('git', ['archive', commit, 'package.json', 'apps/server', 'packages'], {
    cwd: root,
    maxBuffer: 2 ** 28,
  })
  execFileSync('tar', ['-x', '-C', folder], { input: files })
  const packages = join(folder, 'node_modules')
  mkdirSync(join(packages, '@callboard'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@callboard') symlinkSync(join(root, 'node_modules', name), join(packages, name))
  symlinkSync(join(folder, 'packages/contract'), join(packages, '@callboard/contract'))
  return join(folder, 'apps/server/src/main.ts')
}

const before = findVersionBefore()

interface Process {
  program: Program
  url: string
}

/** Starts a program of either version on the databases that they share. */
let run: (name: string, args: readonly string[], script?: string) => Program
let migrateToToday: () => Promise<void>
let oldMain: string
let key: string
let token: string

beforeAll(async () => {
  if (before === undefined) return
  const folder = temporaryFolder()
  const bridge = await startChdbBridge(join(folder, 'calls'))
  const server = await startRealPostgres()
  oldMain = unpack(before, mkdirSync(join(folder, 'before'), { recursive: true }) ?? '')
  const shared = {
    DATABASE_URL: server.url,
    CLICKHOUSE_URL: bridge.url,
    FILES_URL: `file://${join(folder, 'files')}`,
    ADMIN_PASSWORD: inject('adminPassword'),
    LOG_LEVEL: 'error',
  }
  const programs: Program[] = []
  afterFile(async () => {
    await Promise.all(programs.map(async (program) => await program.kill()))
    await bridge.close()
  })
  run = (name, args, script) => {
    const program = new Program(
      { ...shared, DATA_DIR: join(folder, name) },
      args,
      script === undefined ? {} : { script },
    )
    programs.push(program)
    return program
  }
  await run('migrating', ['migrate'], oldMain).printed(/(Done: )/)
  migrateToToday = async () => {
    const config = readConfig({ ...shared, DATA_DIR: join(folder, 'migrating') })
    const stores = await openStores(config)
    await migrate(stores)
    await stores.close()
    const postgres = openPostgresServer(server.url)
    afterFile(async () => await postgres.close())
    const make = new Factory(postgres.db)
    key = await make.apiKey((await make.customer()).id)
    token = (await make.user({ isAdmin: true })).token
  }
})

async function start(name: string, script?: string): Promise<Process> {
  const program = run(name, ['serve'], script)
  return { program, url: await program.ready() }
}

async function ask(
  { url }: Process,
  { method, path }: { method: string; path: string },
  body: unknown,
): Promise<unknown> {
  const answer = await fetch(url + path, {
    method,
    headers: {
      authorization: `Bearer ${path === ingestCalls.path ? key : token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
  return text === '' ? undefined : JSON.parse(text)
}

/** A call that this process takes in, or passes on. */
async function send(process: Process, externalCallId: string): Promise<void> {
  IngestAnswer.parse(await ask(process, ingestCalls, [buildCall({ externalCallId })]))
}

async function listCalls(process: Process): Promise<string[]> {
  const body = { from: '2026-03-01', to: '2026-04-01', columns: ['id'] }
  const { items } = callDetails.response.parse(await ask(process, callDetails, body))
  return items.map(({ id }) => id)
}

/** What people do. */
async function use(process: Process): Promise<void> {
  await ask(process, login, { userName: 'admin', password: inject('adminPassword') })
  await ask(process, updateAnnotations, { ids: await listCalls(process), score: 7 })
  const definition = { measures: ['calls'], dimensions: [{ field: 'source' }] }
  await ask(process, runReport, { definition, parameters: {} })
}

/** That of before reads the same menus. */
async function hideMenuItem(process: Process): Promise<void> {
  const { id } = Role.parse(await ask(process, createRole, { name: 'Readers' }))
  const items = [{ key: 'ours', url: '/', hiddenFromRoleIds: [id] }]
  await ask(process, createMenu, { slug: 'ours', name: 'Ours', items })
}

// The version before is taken from the history of the repository.
it.skipIf(before === undefined)(
  'processes of the version before go on after the schemas were changed, beside those of today, and give way to them',
  async () => {
    const old = await start('old', oldMain)
    await migrateToToday()
    await send(old, 'by that of before')
    const today = await start('today')
    await send(today, 'passed on to that of before')
    await hideMenuItem(today)
    for (const process of [old, today]) {
      await expect.poll(async () => (await listCalls(process)).length).toBe(2)
      await use(process)
    }
    // Where the upgrade stops in the middle, what is started again has to be of today.
    const { code, lines } = await run('again', ['serve'], oldMain).ended()
    expect([code, lines.join(' ')]).toEqual([2, expect.stringContaining('is newer than this portal')])
    old.program.signal('SIGTERM')
    expect((await old.program.ended()).code).toBe(0)
    // Another process writes calls within ten seconds.
    await vi.waitFor(async () => await send(today, 'by that of today'))
    await expect.poll(async () => (await listCalls(today)).length).toBe(3)
    await use(today)
  },
)
