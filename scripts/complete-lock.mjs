// Adds to package-lock.json the optional dependencies for other platforms that npm left out, without which npm ci fails
// there. Run it after npm install has changed the lock. The entry of a package that the registry in use does not have is
// derived from its name and its siblings, without a checksum, which a later run adds where it can.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { lockPath, missingEntries, readLock } from './lock-entries.mjs'

const fields = ['version', 'dist.integrity', 'license', 'os', 'cpu', 'libc', 'engines', 'bin', 'dependencies']
const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'openharmony', 'sunos', 'win32', 'windows']
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64']

const lock = readLock()
const before = JSON.stringify(lock)
for (const [path, entry] of Object.entries(lock.packages)) {
  if (entry.optional && !entry.integrity && entry.os) complete(path, entry)
}
for (let missing = missingEntries(lock); missing.length > 0; missing = missingEntries(lock)) {
  for (const each of missing) add(each)
}
lock.packages = sorted(lock.packages)
if (JSON.stringify(lock) !== before) writeFileSync(lockPath, `${JSON.stringify(lock, undefined, 2)}\n`)
else console.log('Nothing was missing.')

function add({ name, range, optional, wantedBy, parent }) {
  if (!optional && !parent.optional) throw new Error(`${name}, wanted by ${wantedBy}: run npm install first`)
  const known = find(`${name}@${range}`) ?? guess(name, range, parent)
  const dev = Object.fromEntries(
    ['dev', 'devOptional'].filter((key) => parent[key]).map((key) => [key, true]),
  )
  write(`node_modules/${name}`, { ...known, ...dev, optional: true })
}

function complete(path, entry) {
  const known = find(`${path.slice(path.lastIndexOf('node_modules/') + 13)}@${entry.version}`)
  if (known?.integrity) write(path, { ...entry, ...known })
}

function write(path, { version, integrity, ...rest }) {
  lock.packages[path] = { version, ...(integrity && { integrity }), ...sorted(rest) }
  console.log(`${path} ${version}${integrity ? '' : ', without a checksum'}`)
}

/** The package in the registry; undefined when it has none. */
function find(spec) {
  const { stdout } = spawnSync('npm', ['view', spec, ...fields, '--json', '--loglevel=silent'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  const answer = JSON.parse(stdout)
  if (answer.error?.code === 'E404') return undefined
  if (answer.error) throw new Error(`${spec}: ${answer.error.summary}`)
  const { 'dist.integrity': integrity, ...rest } = Array.isArray(answer) ? answer.at(-1) : answer
  return { ...rest, integrity, ...listed(rest) }
}

/** npm view prints a list of one item as a string. */
function listed(entry) {
  const lists = ['os', 'cpu', 'libc'].filter((key) => typeof entry[key] === 'string')
  return Object.fromEntries(lists.map((key) => [key, [entry[key]]]))
}

function guess(name, range, parent) {
  if (!/^\d/.test(range))
    throw new Error(`${name}@${range}: the registry does not have it, and the version is not exact`)
  const words = name.split(/[/-]/)
  const os = systems.find((system) => words.includes(system))
  const cpu = processors.find((processor) => words.includes(processor))
  if (!os || !cpu) throw new Error(`${name}: its name contains no platform`)
  const libc = words.some((word) => word.startsWith('musl'))
    ? 'musl'
    : words.some(isGlibc)
      ? 'glibc'
      : undefined
  const sibling = Object.keys(parent.optionalDependencies).find(
    (other) => lock.packages[`node_modules/${other}`],
  )
  const { license, engines } = lock.packages[`node_modules/${sibling}`] ?? parent
  return {
    version: range,
    ...(license && { license }),
    ...(engines && { engines }),
    os: [os === 'windows' ? 'win32' : os],
    cpu: [cpu],
    ...(libc && os === 'linux' && { libc: [libc] }),
  }
}

function isGlibc(word) {
  return word.startsWith('gnu')
}

/** In npm's order: plain values and lists before objects, each by name. */
function sorted(object) {
  const isNested = (value) => typeof value === 'object' && !Array.isArray(value)
  return Object.fromEntries(
    Object.entries(object).toSorted(
      ([a, x], [b, y]) => Number(isNested(x)) - Number(isNested(y)) || a.localeCompare(b, 'en'),
    ),
  )
}
