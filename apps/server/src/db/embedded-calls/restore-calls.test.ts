import { cpSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '#test/after-file.ts'
import { callsFolder } from './restore-calls.ts'

it('the table of a copied folder is the one in the copy, though its link leads to the original', () => {
  const folder = temporaryFolder()
  const [original, copy] = [join(folder, 'original'), join(folder, 'copy')]
  const table = 'store/0a1/0a1b2c3d-0000-4000-8000-000000000000'
  mkdirSync(join(original, table), { recursive: true })
  mkdirSync(join(original, 'data/default'), { recursive: true })
  symlinkSync(join(original, table), join(original, 'data/default/calls'))
  cpSync(original, copy, { recursive: true })
  expect(callsFolder(original)).toBe(join(original, table))
  expect(callsFolder(copy)).toBe(join(copy, table))
  expect(callsFolder(folder)).toBeUndefined()
})
