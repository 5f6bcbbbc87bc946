import { readdirSync } from 'node:fs'
import { join } from 'node:path/posix'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { z } from 'zod'

const root = new URL('../../../', import.meta.url)
const Folders = z.record(z.string(), z.array(z.string()))
const { layers, rooms, order } = z
  .object({
    layers: z.record(z.string(), Folders),
    rooms: z.record(z.string(), Folders),
    order: z.array(z.string()),
  })
  .parse(await import(new URL('.dependency-cruiser.mjs', root).href))

/** Folders without rooms although they have many files. */
const large = new Map([
  [
    'packages/contract/src',
    'Its files are what both sides import, each by its name; what has an order among them is in `charts`.',
  ],
  [
    'apps/web/src/pages/manage',
    'Its files are equals: the pages of one type of record each, found by the name of the type, and a few pages beside them.',
  ],
])
const maxFiles = 30

/** A folder points at those that it may import, save at what it reaches by way of another. */
function picture(folders: Record<string, readonly string[]>): string {
  const reaches = (from: string, wanted: string): boolean =>
    from === wanted || (folders[from] ?? []).some((lower) => reaches(lower, wanted))
  const names = [...new Set([...Object.keys(folders), ...Object.values(folders).flat()])]
  const nodes = names.map((name, at) => `  n${at}["${name}"]`)
  const arrows = names.flatMap((from, at) => {
    const lower = folders[from] ?? []
    const direct = lower.filter((to) => !lower.some((other) => other !== to && reaches(other, to)))
    return direct.map((to) => `  n${at} --> n${names.indexOf(to)}`)
  })
  return `\`\`\`mermaid\nflowchart TD\n${[...nodes, ...arrows].join('\n')}\n\`\`\`\n`
}

function pictures(headed: Record<string, Record<string, readonly string[]>>, level: string): string {
  return Object.entries(headed)
    .map(([heading, folders]) => `${level} \`${heading}\`\n\n${picture(folders)}`)
    .join('\n')
}

function listLarge(folder: string): string[] {
  const entries = readdirSync(new URL(`${folder}/`, root), { withFileTypes: true })
  const files = entries.filter(({ name }) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
  const below = entries.filter((entry) => entry.isDirectory())
  return [
    ...(files.length > maxFiles ? [folder] : []),
    ...below.flatMap(({ name }) => listLarge(join(folder, name))),
  ]
}

// `npx vitest run import-order -u` draws it anew.
it('draws which folder may import which as the lint checks it', async () => {
  const largest = ['apps/server/src', 'apps/web/src', 'packages/contract/src']
    .flatMap((folder) => listLarge(folder))
    .map(
      (folder) =>
        `- \`${folder}\`: ${large.get(folder) ?? 'Not said: part it into rooms, or say why it has none.'}\n`,
    )
  const text = `# Which folder may import which

An arrow leads to what a folder may import. It is left out where others lead there as well. Everything may import
the contract. \`.dependency-cruiser.mjs\` says so, \`npm test -- lint\` checks it, and \`npx vitest run import-order -u\` draws it.

${pictures(layers, '##')}
## Rooms of the server

${pictures(rooms, '###')}
## Features that others import

Each may import those before it, any other feature all of them: ${order.join(', ')}.

What is not among them is imported by no other feature. All of this holds for \`feature.ts\`, which says what a feature needs, too: no two need each other.

## Folders with more than ${maxFiles} files

${largest.join('')}`
  await expect(text).toMatchFileSnapshot(fileURLToPath(new URL('docs/imports.md', root)))
  expect(text).not.toContain('Not said')
})
