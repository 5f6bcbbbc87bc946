import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { at } from '../places.mjs'

/** What neither the portal nor its build nor a check reads. */
const unread = [
  // Maps from built code back to its source, other type systems, style sheets before they are built, drawings of icons.
  /\.(?:map|flow|less|svg)$/,
  // Headers of Node for add-ons in C++, which are not compiled here.
  /^node-[^/]+\/include\//,
  // What packages are tested, explained and published with.
  /^(?:@[^/]+\/[^/]+|[^@/][^/]*)\/(?:tests?|__tests__|benchmarks?|examples?|docs?|\.github|\.yarn)\//,
  /\/(?:CHANGELOG|HISTORY)\.md$/i,
  // Bundles for pages without a build.
  /^(?:antd|echarts|@ant-design\/icons)\/dist\//,
  // The decoder of sound for engines without WebAssembly, and for several threads.
  /^@libav\.js\/[^/]+\/dist\/[^/]+\.(?:asm|thr)/,
]

/** What only checks and tests read: TypeScript, and the twins for Node of what pages are built from. */
const readByTests = [/\.[cm]?ts$/, /^(?:antd|@ant-design\/[^/]+|@rc-component\/[^/]+)\/lib\//]

const packages = at('node_modules')
const archive = join(packages, '.read-by-tests.json.br')

/** Removes from the installed packages what nobody reads and, until tests are wanted, puts away what only they read. */
export function trim({ forTests }) {
  remove(filesLike(unread))
  if (!forTests) putAway()
}

/** In one compressed file, which takes a twentieth of the room. */
function putAway() {
  putBack()
  const paths = filesLike(readByTests)
  // Latin 1 keeps every byte.
  const texts = paths.map((path) => [path, readFileSync(join(packages, path), 'latin1')])
  // The best quality would take minutes.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 24 }
  writeFileSync(`${archive}.part`, brotliCompressSync(JSON.stringify(texts), { params }))
  renameSync(`${archive}.part`, archive)
  remove(paths)
}

/** Puts back what only tests read, if it was put away; what has come anew since stays as it is. */
export function putBack() {
  if (!existsSync(archive)) return
  for (const [path, text] of JSON.parse(brotliDecompressSync(readFileSync(archive)))) {
    const target = join(packages, path)
    if (existsSync(target)) continue
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, text, 'latin1')
  }
  rmSync(archive)
  keepListNewer()
}

function filesLike(patterns) {
  return [...filesIn('')].filter((path) => {
    const inPackages = path.replace(/.*\/node_modules\//, '')
    return patterns.some((pattern) => pattern.test(inPackages))
  })
}

/** Without following links, which lead to our own sources: some versions of Node do in a recursive read. */
function* filesIn(folder) {
  for (const entry of readdirSync(join(packages, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) yield* filesIn(path)
    else if (entry.isFile()) yield path
  }
}

function remove(paths) {
  for (const path of paths) rmSync(join(packages, path))
  for (const folder of new Set(paths.map((path) => dirname(path)))) removeEmpty(folder)
  keepListNewer()
}

function removeEmpty(folder) {
  try {
    rmdirSync(join(packages, folder))
  } catch {
    // It has other files, or is gone with a folder in it.
    return
  }
  removeEmpty(dirname(folder))
}

/** npm reads its own list of what is installed only while that is newer than the packages. */
function keepListNewer() {
  const now = new Date()
  utimesSync(join(packages, '.package-lock.json'), now, now)
}
