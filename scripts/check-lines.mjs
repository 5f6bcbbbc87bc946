// What the linter has no rule for, line by line.
import { readFileSync, globSync } from 'node:fs'
import { at } from './places.mjs'

const tests = /\/test\/|\.test\.|^e2e\//
const numbersAndDates =
  /\.toLocale(?:Date|Time)?String\(|\.localeCompare\(|\bIntl\.(?!supportedValuesOf|Segmenter)\w+\(/
/** The writers themselves; those who ask the runtime about time zones; and what writes nothing that users read. */
const ofTheLocale =
  /^packages\/contract\/src\/(?:format[\w-]*|scalars)\.ts$|\/demo\/local-clock\.ts$|\/geodata\/zones\.ts$|\.mjs$|\/test\/|\.test\.|^e2e\//

const rules = [
  {
    refused: /(?:oxlint|eslint)-disable(?!.*\s--\s+\S)/,
    words: 'say after " -- " why the rule is silenced',
  },
  {
    refused: numbersAndDates,
    except: ofTheLocale,
    words:
      'numbers, dates, lists and the order of texts are written by format*.ts of the contract, for one locale',
  },
  {
    refused: /\btimeout: ?[\d_]+|\btest\.(?:setTimeout|slow)\(/,
    in: tests,
    words:
      'a test has no limit of time of its own: those of apps/server/test/time-limits.ts fit every machine',
  },
]

const files = globSync('{packages,apps,e2e,bench,scripts}/**/*.{ts,tsx,mjs}', {
  cwd: at(),
  exclude: (path) => /(^|\/)(node_modules|dist|data)$/.test(path) || path === 'scripts/check-lines.mjs',
})
for (const file of files) {
  const obeyed = rules.filter((rule) => (rule.in?.test(file) ?? true) && rule.except?.test(file) !== true)
  for (const [index, line] of readFileSync(at(file), 'utf8').split('\n').entries()) {
    for (const { refused, words } of obeyed) {
      if (!refused.test(line)) continue
      console.error(`${file}:${index + 1}: ${words}`)
      process.exitCode = 1
    }
  }
}
