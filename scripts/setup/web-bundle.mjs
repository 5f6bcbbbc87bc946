import { readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { SetupError, say } from './report.mjs'

const compressible = /\.(js|css|svg|json)$/
// Below it the other encoding saves no packet.
const smallestBytes = 1024
const packBrotli = promisify(brotliCompress)
const packGzip = promisify(gzip)

const entry = 'index.html'
const frame = [entry, 'frame', 'charts']

/**
 * The most that the browser may load of JavaScript to show a page: its modules with all that they import at once. A
 * module or a group (vite.config.ts) that is loaded later is named beside the entry; ECharts counts on its own. What is loaded
 * only for some, when they need it, does not count (docs/decisions/0014-what-the-browser-loads-first.md).
 */
const budgets = [
  { what: 'sign-in page', modules: [entry, 'start'], maxKB: 75 },
  { what: 'frame with dashboard', modules: frame, without: 'echarts', maxKB: 280 },
  {
    what: 'frame with dashboard of administrators',
    modules: [...frame, 'choices', 'first-steps'],
    without: 'echarts',
    maxKB: 320,
  },
  { what: 'frame with call list', modules: [entry, 'frame', 'call-list'], maxKB: 475 },
  { what: 'frame with report', modules: [entry, 'frame', 'report'], maxKB: 500 },
  { what: 'ECharts', modules: ['echarts'], maxKB: 155 },
]

/** Puts a `.br` and a `.gz` beside each file that the server sends as it is: it compresses only what it works out. */
export async function compressBundle(dist) {
  const files = await readdir(dist, { recursive: true, withFileTypes: true })
  const paths = files
    .filter((file) => file.isFile() && compressible.test(file.name))
    .map((file) => join(file.parentPath, file.name))
  await Promise.all(paths.map(compress))
}

async function compress(path) {
  const content = await readFile(path)
  if (content.length < smallestBytes) return
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  }
  await writeFile(`${path}.br`, await packBrotli(content, { params }))
  await writeFile(`${path}.gz`, await packGzip(content, { level: 9 }))
}

/** Prints what the budgets are of, compressed as it is sent, and answers which weigh more than they may. */
export async function checkBudgets(dist) {
  const manifestPath = join(dist, '.vite', 'manifest.json')
  const manifest = JSON.parse(await readFile(manifestPath, 'utf8'))
  // Of use to this alone; not to be served.
  await rm(join(dist, '.vite'), { recursive: true })
  const tooHeavy = []
  for (const { what, modules, without, maxKB } of budgets) {
    const excluded = new Set(without === undefined ? [] : filesOf(manifest, without))
    const files = new Set(modules.flatMap((module) => filesOf(manifest, module)))
    const counted = [...files].filter((file) => !excluded.has(file))
    const sizes = await Promise.all(counted.map((file) => sentBytes(join(dist, file))))
    const kB = sizes.reduce((sum, size) => sum + size, 0) / 1000
    const isTooHeavy = kB > maxKB
    const after = isTooHeavy ? ', too much' : ''
    say(`${what}: ${kB.toFixed(1)} kB of JavaScript, compressed, of ${maxKB} kB${after}`)
    if (isTooHeavy) tooHeavy.push(what)
  }
  return tooHeavy
}

/** The file of a source or of a named chunk, with all that it imports at once. */
function filesOf(manifest, name, seen = new Set()) {
  const chunk =
    manifest[name] ?? Object.values(manifest).find((each) => each.src === name || each.name === name)
  if (chunk === undefined) throw new SetupError(`the bundle has no ${name}: bring its budgets up to date.`)
  if (seen.has(chunk.file)) return []
  seen.add(chunk.file)
  return [chunk.file, ...(chunk.imports ?? []).flatMap((imported) => filesOf(manifest, imported, seen))]
}

async function sentBytes(path) {
  try {
    return (await readFile(`${path}.br`)).length
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
    return (await readFile(path)).length
  }
}
