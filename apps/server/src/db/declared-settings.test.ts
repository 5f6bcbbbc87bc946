import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { declaredSettings } from './declared-settings.ts'

const source = join(import.meta.dirname, '..')

it('every setting is read outside its declaration', () => {
  const files = globSync('**/*.ts', { cwd: source, exclude: ['db/*-settings.ts', '**/*.test.ts'] })
  const words = new Set(files.flatMap((path) => readFileSync(join(source, path), 'utf8').split(/\W+/)))
  expect(Object.keys(declaredSettings).filter((key) => !words.has(key))).toEqual([])
})
