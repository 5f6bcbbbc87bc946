import { execFile } from 'node:child_process'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { elapsedMs } from './measure.ts'
import { adminPassword } from './runtime.ts'
import type { ServerProcess } from './server-process.ts'
import type { Sizes } from './sizes.ts'
import { othersBarMs, standBeside } from './stand-beside.ts'

const run = promisify(execFile)
const main = join(import.meta.dirname, '../apps/server/src/main.ts')

/** Makes two backups of a server, one after the other, while somebody uses it, and restores the second one beside it. */
export async function backUp(
  server: ServerProcess,
  { folder, place, sizes }: { folder: string; place: string; sizes: Sizes },
) {
  const { client } = server
  const token = await client.signIn('admin', adminPassword)
  const command = async (name: string, dataDir = folder) =>
    await run(process.execPath, [main, name, place], { env: { ...process.env, DATA_DIR: dataDir } })
  const made = []
  for (const name of ['backup', 'backup after it']) {
    const before = await bytesOf(place)
    let ms = 0
    const others = await standBeside({ port: client.port, token, sizes }, async () => {
      ms = await elapsedMs(async () => await command('backup'))
    })
    const isKept = others.othersP99Ms < othersBarMs
    made.push({ name, elapsedMs: ms, writtenMb: ((await bytesOf(place)) - before) / 1e6, ...others, isKept })
  }
  const restored = join(place, '../restored')
  const restoreMs = await elapsedMs(async () => await command('restore', restored))
  const restoredMb = (await bytesOf(restored)) / 1e6
  await rm(restored, { recursive: true, force: true })
  await rm(place, { recursive: true, force: true })
  return { made, restoreMs, restoredMb }
}

async function bytesOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(
    files.map(async (file) => (await stat(join(file.parentPath, file.name))).size),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
