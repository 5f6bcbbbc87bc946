// A silenced rule says why. The linter has no rule for that.
import { readFileSync, globSync } from 'node:fs'
import { at } from './places.mjs'

const silenced = /(?:oxlint|eslint)-disable(?!.*\s--\s+\S)/

const files = globSync('{packages,apps,e2e,bench,scripts}/**/*.{ts,tsx,mjs}', {
  cwd: at(),
  exclude: (path) => /(^|\/)(node_modules|dist|data)$/.test(path) || path === 'scripts/check-silenced.mjs',
})
for (const file of files) {
  for (const [index, line] of readFileSync(at(file), 'utf8').split('\n').entries()) {
    if (!silenced.test(line)) continue
    console.error(`${file}:${index + 1}: say after " -- " why the rule is silenced`)
    process.exitCode = 1
  }
}
