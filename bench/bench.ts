import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureAll } from './measure-all.ts'
import { readOptions } from './options.ts'
import { startServer } from './server-process.ts'

const { sizes, importFile, json } = readOptions(process.argv.slice(2))
const folder = await mkdtemp(join(tmpdir(), 'callboard-bench-'))
try {
  const results = await measureAll({ sizes, folder, startServer, importFile })
  if (json !== undefined) await writeFile(json, `${JSON.stringify(results, null, 2)}\n`)
} finally {
  await rm(folder, { recursive: true, force: true })
}
// What is embedded keeps threads of its own, which end with the process.
process.exit(0)
