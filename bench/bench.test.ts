import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { Client } from './client.ts'
import { measureAll } from './measure-all.ts'
import { type StartServer, startWith } from './server-process.ts'
import { minSizes } from './sizes.ts'
import { buildApp } from '../apps/server/src/app.ts'
import { readConfig } from '../apps/server/src/config.ts'
import { createLog } from '../apps/server/src/lib/log.ts'
import { openRuntime } from '../apps/server/src/runtime.ts'
import { shortLived } from '../apps/server/test/short-lived.ts'
import { copyTemplate } from '../apps/server/test/template.ts'

let isOpenHere = false

/**
 * In this process, where chDB has room for one portal: another process takes longer to start than most of the parts. One
 * that a command backs up meanwhile is found by it in a process of its own alone.
 */
const startServer: StartServer = async (folder, connections, settings) => {
  const isBackedUp = basename(folder) === 'data'
  if (isOpenHere || isBackedUp) return await startWith(shortLived, { folder, connections, settings })
  isOpenHere = true
  const config = readConfig({ DATA_DIR: folder, KEPT_ANSWERS_MB: '0', ...settings })
  const runtime = await openRuntime(config, createLog('silent'))
  const app = await buildApp(runtime, '/nowhere', { trustProxy: config.trustProxy })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const client = new Client(Number(new URL(url).port), connections)
  const stop = async () => {
    client.close()
    await app.close()
    await runtime.close()
    isOpenHere = false
  }
  return { client, residentMb: () => 100, stop, kill: stop }
}

/** Each has a row of figures at least. */
const parts = [
  'Engine alone and API',
  'Why it changed',
  'Wrong passwords',
  'Event streams',
  'Lists',
  'API at rest and after 10 calls',
  'API at rest and while',
  'newest 50 calls of a month, one customer, while somebody else asks',
  'All calls as a file',
  'POST /api/calls',
  'What all numbers stand for',
  'Backups of a portal',
  'A start after kill -9',
  'Storms',
  'Recordings',
  'One of them',
  'Subscriptions',
  'Import',
  'Undoing it',
  'Webhooks of a phone system',
  'A file imported by a mapping',
  'Files read by a mapping',
  'Demo data',
]

it(
  'every part of the bench measures, and each that has a bar says whether it is kept',
  { tags: ['soak', 'soakOnly'] },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'callboard-bench-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    for (const portal of ['data', 'storms', 'recordings', 'subscriptions', 'import', 'calls-in', 'demo']) {
      mkdirSync(join(folder, portal))
      copyTemplate(join(folder, portal))
    }
    const printed = vi.spyOn(console, 'log').mockImplementation(() => {})
    onTestFinished(() => printed.mockRestore())
    await measureAll({ sizes: minSizes, folder, startServer })
    const tables = printed.mock.calls
      .map(([text]) => String(text))
      .join('\n')
      .split(/\n\n(?! {2})/)
      .slice(1)
    expect(tables.map((table) => parts.find((part) => table.startsWith(part)) ?? table)).toEqual(parts)
    for (const table of tables) {
      const [, ...rows] = table
        .split(/\n {2}-[- ]*\n/)
        .flatMap((text, at) => (at === 0 ? [text] : text.split('\n')))
      expect(rows.length, table).toBeGreaterThan(0)
      if (!table.includes('Bar: ')) continue
      // A note stands below a table.
      for (const row of rows.filter((text) => !/^$|^ {2}\w+: /.test(text)))
        expect(row).toMatch(/ (?:ok|MISSED)(?: |$)/)
    }
  },
)
