import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '#test/after-file.ts'
import { FolderCopy } from './folder-copy.ts'

const top = temporaryFolder()

const longAgo = new Date('2026-01-01T00:00:00Z')

it('a copy of a folder that is written to is the folder when its second step has ended', async () => {
  const [from, to] = [join(top, 'from'), join(top, 'to')]
  const write = (path: string, content: string) => writeFileSync(join(from, path), content)
  mkdirSync(join(from, 'base'), { recursive: true })
  for (const name of ['same', 'changed', 'gone', 'base/changed at the same moment', 'process'])
    write(name, 'before')
  for (const name of ['same', 'changed']) utimesSync(join(from, name), longAgo, longAgo)
  const moment = statSync(join(from, 'base/changed at the same moment')).mtime

  const copy = await FolderCopy.start(from, to, ['process'])
  const inode = statSync(join(to, 'same')).ctimeMs
  write('changed', 'after')
  write('base/changed at the same moment', 'after')
  utimesSync(join(from, 'base/changed at the same moment'), moment, moment)
  rmSync(join(from, 'gone'))
  mkdirSync(join(from, 'new'))
  write('new/file', 'after')
  await copy.finish()

  const contents = Object.fromEntries(
    readdirSync(to, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => [entry.name, readFileSync(join(entry.parentPath, entry.name), 'utf8')]),
  )
  expect(contents).toEqual({
    same: 'before',
    changed: 'after',
    'changed at the same moment': 'after',
    file: 'after',
  })
  // What nobody has written to is not copied twice.
  expect(statSync(join(to, 'same')).ctimeMs).toBe(inode)
})
