import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { run } from '../child.mjs'
import { at, node, root } from '../places.mjs'
import { SetupError, say, secondsSince } from './report.mjs'
import { checkBudgets, compressBundle } from './web-bundle.mjs'

const web = at('apps', 'web')
const stamp = at('.bin', 'web-built')
const sources = [
  web,
  at('packages', 'contract'),
  at('docs', 'guide'),
  at('docs', 'pictures'),
  at('package-lock.json'),
  at('tsconfig.base.json'),
  at('scripts', 'setup', 'web-bundle.mjs'),
]
const ignored = new Set(['node_modules', 'dist', 'test'])

/**
 * Builds apps/web into apps/web/dist, unless it was built from the same sources before. Answers which pages load more
 * JavaScript than they may: a test, and no reason for whoever starts the portal not to have it.
 */
export async function buildWeb() {
  const wanted = fingerprint()
  const [built, ...heavy] = read(stamp)?.split('\n') ?? []
  if (existsSync(join(web, 'dist', 'index.html')) && built === wanted) return heavy
  const startMs = Date.now()
  say('building the web app')
  rmSync(stamp, { force: true })
  const vite = createRequire(join(web, 'package.json')).resolve('vite/package.json')
  const args = [join(dirname(vite), 'bin', 'vite.js'), 'build', '--logLevel', 'warn']
  const end = await run(node, args, { cwd: web })
  if (end.code !== 0) throw new SetupError('the web app cannot be built, see above.', end)
  await compressBundle(join(web, 'dist'))
  const tooHeavy = await checkBudgets(join(web, 'dist'))
  writeFileSync(stamp, [wanted, ...tooHeavy].join('\n'))
  say(`web app built in ${secondsSince(startMs)}`)
  return tooHeavy
}

function fingerprint() {
  const hash = createHash('sha256')
  for (const file of sources.flatMap(files)) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  }
  return hash.digest('hex')
}

function files(path) {
  if (!existsSync(path)) return []
  const entries = entriesOf(path)
  if (!entries) return [path]
  return entries
    .filter((entry) => !ignored.has(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? files(join(path, entry.name)) : [join(path, entry.name)]))
}

function entriesOf(path) {
  try {
    return readdirSync(path, { withFileTypes: true })
  } catch (error) {
    if (error.code === 'ENOTDIR') return undefined
    throw error
  }
}

function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}
