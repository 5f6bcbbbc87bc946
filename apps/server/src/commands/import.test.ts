import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Source } from '@callboard/contract/sources'
import { beforeAll, describe, expect, it } from 'vitest'
import { asteriskFile, ImportClient } from '#test/clients/imports.ts'
import { runCommand } from './commands.ts'

let client: ImportClient
let path: string

beforeAll(async () => {
  client = await ImportClient.open()
  path = join(client.portal.folder, 'Master.csv')
  await writeFile(path, asteriskFile(3))
})

/** What the command prints. */
async function run(args: Record<string, string>, signal = new AbortController().signal): Promise<string> {
  const lines: string[] = []
  const { runtime } = client.portal
  const print = (line: string) => void lines.push(line)
  await runCommand(
    { name: 'import', args: { file: path, ...args } },
    { runtime, signal, print, progress: () => {} },
  )
  return lines.join('\n')
}

const nameOf = async (id: string) => Source.parse((await client.ask('GET', `/api/source/${id}`)).json()).name

const codeOf = async (customerId: string) => {
  const { code } = await client.portal.db
    .selectFrom('customer')
    .where('id', '=', customerId)
    .select('code')
    .executeTakeFirstOrThrow()
  return code
}

describe('the command import', () => {
  it('imports a file for a source by its name, on record like any other', async () => {
    const source = await client.source()
    const name = await nameOf(source.id)
    expect(await run({ source: name })).toContain('3 created, 0 updated, 0 unchanged; 0 rejected')
    expect(await run({ source: name })).toContain('The same file was imported before.')
    const { items } = await client.search({ sourceId: source.id })
    expect(items).toMatchObject([
      { way: 'command', unchanged: 3 },
      { way: 'command', created: 3 },
    ])
    expect(await client.calls(source)).toHaveLength(3)
  })

  it('imports a file of Asterisk for a customer, whose source it adds', async () => {
    const { id: customerId } = await client.portal.make.customer()
    const customer = await codeOf(customerId)
    const asterisk = { format: 'asterisk', customer, timezone: 'UTC' }
    expect(await run(asterisk)).toContain('3 created')
    expect(await run(asterisk)).toContain('3 unchanged')
    const stored = await client.calls({ customerId })
    expect(new Set(stored.map((row) => row['source_system']))).toEqual(new Set(['asterisk']))
    await expect(run({ ...asterisk, timezone: 'Asia/Tokyo' })).rejects.toThrow('is in UTC')
  })

  it('adds the sound files whose names have the ids of its calls', async () => {
    const { id: customerId } = await client.portal.make.customer()
    const folder = join(client.portal.folder, 'monitor')
    await mkdir(folder)
    const id = `${Date.UTC(2026, 2, 2, 15) / 1000}.0`
    await writeFile(join(folder, `in-2125550100-${id}.wav`), 'no sound')
    await writeFile(join(folder, 'greeting.wav'), 'no sound')
    const args = {
      format: 'asterisk',
      customer: await codeOf(customerId),
      timezone: 'UTC',
      recordings: folder,
    }
    expect(await run(args)).toContain(
      '2 recordings found beside it: 0 kept, 1 rejected, 1 of no call of the file.',
    )
  })

  it('says what it cannot do', async () => {
    await expect(run({ source: 'nobody' })).rejects.toThrow('There is no source nobody.')
    await expect(run({})).rejects.toThrow('--source')
    const { id } = await client.source()
    const name = await nameOf(id)
    await expect(run({ source: name, file: '/nowhere.csv' })).rejects.toThrow('File not found: /nowhere.csv.')
    const page = join(client.portal.folder, 'page.csv')
    await writeFile(page, '<html>')
    await expect(run({ source: name, file: page })).rejects.toThrow('HTML')
  })
})
