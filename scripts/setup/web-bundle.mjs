import { readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { SetupError, say } from './report.mjs'

const compressible = /\.(js|css|svg)$/
// Below it the other encoding saves no packet.
const smallestBytes = 1024
const packBrotli = promisify(brotliCompress)
const packGzip = promisify(gzip)

const entry = 'index.html'
const frame = [entry, 'src/app/App.tsx', 'src/pages/DashboardPage.tsx']

/**
 * What the browser loads of JavaScript for a page, with what it loads by and by without a click, and how much that may
 * be. A module of `dynamic` stands for a page or a part that is loaded when it is needed.
 */
const budgets = [
  { page: 'sign-in', modules: [entry, 'src/app/SignedOut.tsx'], mostKB: 200 },
  { page: 'frame with dashboard', modules: [...frame, 'src/ui/ChartCanvas.tsx'], mostKB: 550 },
]

/** Puts a `.br` and a `.gz` beside each file that the server sends as it is: it compresses nothing itself. */
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

/** Prints what pages weigh, compressed as they are sent; throws where one weighs more than it may. */
export async function checkBudgets(dist) {
  const manifestPath = join(dist, '.vite', 'manifest.json')
  const manifest = JSON.parse(await readFile(manifestPath, 'utf8'))
  // Of use to this alone; not to be served.
  await rm(join(dist, '.vite'), { recursive: true })
  const tooHeavy = []
  for (const { page, modules, mostKB } of budgets) {
    const files = new Set(modules.flatMap((module) => filesOf(manifest, module)))
    const sizes = await Promise.all([...files].map((file) => sentBytes(join(dist, file))))
    const kB = sizes.reduce((sum, size) => sum + size, 0) / 1000
    say(`${page}: ${kB.toFixed(0)} kB of JavaScript, compressed, of ${mostKB} kB`)
    if (kB > mostKB) tooHeavy.push(page)
  }
  if (tooHeavy.length > 0) throw new SetupError(`too much JavaScript: ${tooHeavy.join(', ')}.`)
}

/** The file of a module with all that it imports at once; entries without a source are chunks that several share. */
function filesOf(manifest, name, seen = new Set()) {
  const chunk = manifest[name] ?? Object.values(manifest).find(({ src }) => src === name)
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
