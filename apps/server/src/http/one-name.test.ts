import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { measures } from '@callboard/contract/measures'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../../..')
const folders = ['apps/server/src', 'apps/web/src', 'packages/contract/src', 'docs', 'e2e', 'bench']

it('is the same for what was missed and is not returned on screens, in files, guides and tests', () => {
  const other = measures.missedNotReturned.label.toLowerCase().replace(', ', ' and ')
  const texts = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(tsx?|md|json)$/.test(name))
      .map((name) => join(folder, name)),
  )
  expect(texts.length).toBeGreaterThan(1000)
  expect(
    texts.filter((name) => readFileSync(join(root, name), 'utf8').toLowerCase().includes(other)),
  ).toEqual([])
})
