import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { measureFor, measureNames } from '@callboard/contract/measures'

const guide = fileURLToPath(new URL('../../../../docs/guide/user.md', import.meta.url))
const heading = '## What the figures mean\n'

// `npx vitest run guide-figures -u` writes the part anew.
it('says in the guide what each measure means, as it is declared', async () => {
  const terms = {
    answerWithinSeconds: 20,
    generatedAt: '2026-01-01T12:00:00.000Z',
    timeZone: 'UTC',
  }
  const entries = measureNames.map((name) => {
    const { label, meaning } = measureFor(name, terms)
    return `- **${label}**: ${meaning}\n`
  })
  const written = readFileSync(guide, 'utf8')
  const before = written.slice(0, written.indexOf(heading))
  await expect(`${before}${heading}\n${entries.join('')}`).toMatchFileSnapshot(guide)
})
