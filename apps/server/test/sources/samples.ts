import { existsSync, readFileSync } from 'node:fs'
import { describe } from 'vitest'

const shared = new URL('../../../../../shared/data/', import.meta.url)

/** Files that are real or published, and a `describe` for what is said of them where they are there. */
export function samplesIn(folder: string) {
  const url = new URL(folder, shared)
  return {
    url,
    read: (name: string) => readFileSync(new URL(name, url)),
    describe: (what: string, facts: () => void) =>
      describe.skipIf(!existsSync(url))(`${what} (skipped where shared/data is not there)`, () => {
        facts()
      }),
  }
}

/** A file of the fixtures of Asterisk. */
export function asteriskFixture(name: string): Buffer {
  return readFileSync(new URL(`../fixtures/asterisk/${name}`, import.meta.url))
}
