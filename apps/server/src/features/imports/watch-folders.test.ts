import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getSourceActivity } from '@callboard/contract/sources'
import { beforeAll, describe, expect, it } from 'vitest'
import { afterFile } from '#test/after-file.ts'
import { asteriskFile, ImportClient, type MadeSource } from '#test/clients/imports.ts'
import { expectOk } from '#test/expect-errors.ts'

let client: ImportClient
let root: string
let made = 0

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'callboard-folders-'))
  afterFile(async () => await rm(root, { recursive: true, force: true }))
  client = await ImportClient.open({ importFolders: [root] })
})

/** A source that watches a folder of its own. */
async function watching() {
  const folder = join(root, `pbx ${++made}`)
  await mkdir(folder)
  return { folder, source: await client.source({ settings: { folder } }) }
}

const problemOf = async ({ id }: MadeSource) =>
  getSourceActivity.response.parse(expectOk(await client.ask('GET', `/api/source/${id}/activity`))).problem
    ?.message

const importsOf = async ({ id }: MadeSource) => (await client.search({ sourceId: id })).items

describe('a watched folder', () => {
  it('has its files imported and put away with a report, those that fail apart', async () => {
    const { folder, source } = await watching()
    await writeFile(join(folder, 'Master.csv'), asteriskFile(3))
    await writeFile(join(folder, 'page.csv'), '<html>')
    await writeFile(join(folder, 'notes.md'), 'none of its files')
    await writeFile(join(folder, 'Master.csv.part'), asteriskFile(9))
    await expect.poll(async () => await readdir(join(folder, 'failed'))).toEqual(['page.csv', 'page.csv.txt'])
    await expect
      .poll(async () => await readdir(join(folder, 'done')))
      .toEqual(['Master.csv', 'Master.csv.txt'])
    expect(await readFile(join(folder, 'done', 'Master.csv.txt'), 'utf8')).toContain('3 created')
    expect(await readFile(join(folder, 'failed', 'page.csv.txt'), 'utf8')).toContain('HTML')
    expect(await readdir(join(folder, 'working'))).toEqual([])
    expect(await readdir(folder)).toEqual(['Master.csv.part', 'done', 'failed', 'notes.md', 'working'])
    expect(await client.calls(source)).toHaveLength(3)
    expect(await importsOf(source)).toMatchObject([
      { way: 'folder', userName: null },
      { way: 'folder', userName: null },
    ])
  })

  it('has the same file again once more, which changes nothing', async () => {
    const { folder, source } = await watching()
    for (const done of [2, 4]) {
      await writeFile(join(folder, 'Master.csv'), asteriskFile(2))
      await expect.poll(async () => (await readdir(join(folder, 'done')).catch(() => [])).length).toBe(done)
    }
    expect(await readdir(join(folder, 'done'))).toContain('Master (2).csv')
    expect(await client.calls(source)).toHaveLength(2)
    expect((await importsOf(source)).map(({ created, unchanged }) => [created, unchanged])).toEqual([
      [0, 2],
      [2, 0],
    ])
  })

  it('that is not allowed, or a way out of one that is, is not read: the source says so', async () => {
    for (const folder of ['/etc', join(root, '..'), 'calls', join(root, 'nowhere')]) {
      const source = await client.source({ settings: { folder } })
      await expect.poll(async () => await problemOf(source)).toContain(folder)
    }
    const outside = await mkdtemp(join(tmpdir(), 'callboard-outside-'))
    afterFile(async () => await rm(outside, { recursive: true, force: true }))
    await writeFile(join(outside, 'secret.csv'), asteriskFile(1))
    await symlink(outside, join(root, 'link'))
    const linked = await client.source({ settings: { folder: join(root, 'link') } })
    await expect.poll(async () => await problemOf(linked)).toContain('allows')
    const { folder, source } = await watching()
    await symlink(join(outside, 'secret.csv'), join(folder, 'secret.csv'))
    await writeFile(join(folder, 'own.csv'), asteriskFile(1))
    await expect.poll(async () => await importsOf(source)).toMatchObject([{ name: 'own.csv' }])
    expect(await readdir(outside)).toEqual(['secret.csv'])
  })

  it('that is there again is taken up again, and the source says no more', async () => {
    const folder = join(root, 'later')
    const source = await client.source({ settings: { folder } })
    await expect.poll(async () => await problemOf(source)).toContain(folder)
    await mkdir(folder)
    await writeFile(join(folder, 'Master.csv'), asteriskFile(1))
    await expect.poll(async () => (await importsOf(source)).map(({ state }) => state)).toEqual(['done'])
    await expect.poll(async () => await problemOf(source)).toBeUndefined()
  })
})
