// Prints the notices of everything that the portal is passed on with: npm run notices > THIRD-PARTY-NOTICES.txt
import { readFileSync } from 'node:fs'
import { listComponents, readTexts } from './components.mjs'
import { at } from './places.mjs'

const line = '-'.repeat(80)

/** Packages with the same texts share them. */
const groups = new Map()
for (const component of listComponents()) {
  const text = readTexts(component).join(`\n\n`)
  const title = `${component.name} ${component.version} (${component.license})`
  const known = groups.get(text)
  if (known) known.push(title)
  else groups.set(text, [title])
}
const without = groups.get('') ?? []
groups.delete('')

console.log('Callboard is passed on with the following. Its own licence is in the file LICENSE.\n')
for (const [text, titles] of groups) console.log(`${line}\n${titles.join('\n')}\n\n${text}\n`)
console.log(
  `${line}\nPackages of these licences that bring no text of their own, or are for another platform:\n`,
)
for (const title of without) console.log(title)
console.log(`\n${line}\nGeographic tables (apps/server/geodata)\n`)
for (const file of ['README.md', 'LICENSE-Apache-2.0.txt', 'LICENSE-zipcodes.txt'])
  console.log(`${readFileSync(at('apps/server/geodata', file), 'utf8').trim()}\n`)
