import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { run } from '../child.mjs'
import { at, root } from '../places.mjs'
import { SetupError, diskFull, say, secondsSince } from './report.mjs'
import { putBack, trim } from './trim.mjs'

const stamp = at('node_modules', '.callboard-installed')
const flags = [
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
  '--ignore-scripts',
  '--include=optional',
  // Five tries within 15 s; with npm's own pauses, somebody without a connection waits for a minute and a half.
  '--fetch-retries=4',
  '--fetch-retry-factor=2',
  '--fetch-retry-mintimeout=1000',
]

/**
 * Installs what is in package-lock.json, unless it is there; what only tests and checks need, when they are wanted or were
 * before. The stamp is written last: half an install has none.
 */
export async function install({ forTests }) {
  const lock = fingerprint()
  const stamped = read(stamp)
  if (stamped === stampOf(lock, { forTests: true }) || stamped === stampOf(lock, { forTests })) return
  const hadTests = stamped?.endsWith(wholeEnding) === true
  const wanted = { forTests: forTests || hadTests || missingPackages({ forTests: true }).length === 0 }
  // What a portal runs with stays as it is while it may run.
  const isAddition = stamped === stampOf(lock, { forTests: false })
  if (missingPackages(wanted).length > 0) await installPackages(wanted, isAddition)
  if (wanted.forTests) putBack()
  writeFileSync(stamp, stampOf(lock, wanted))
}

const wholeEnding = ' with what tests need\n'

function stampOf(lock, { forTests }) {
  return `${lock}${forTests ? wholeEnding : '\n'}`
}

async function installPackages({ forTests }, isAddition) {
  const startMs = Date.now()
  say(isAddition ? 'installing what tests need' : 'installing dependencies (npm ci), which takes a minute')
  rmSync(stamp, { force: true })
  const command = isAddition ? ['install', '--no-save'] : ['ci']
  const end = await npm([...command, ...flags, forTests ? '--include=dev' : '--omit=dev'])
  if (end.code !== 0) throw new SetupError(reason(end.output), end)
  const missing = missingPackages({ forTests })
  if (missing.length > 0) throw new SetupError(isDiskFull() ? diskFull : incomplete(missing))
  trim({ forTests })
  say(`dependencies installed in ${secondsSince(startMs)}`)
}

function npm(args) {
  const cli = process.env.npm_execpath
  const options = { capture: true, isExpendable: true }
  if (cli && basename(cli) === 'npm-cli.js') return run(process.execPath, [cli, ...args], options)
  return run('npm', args, { ...options, shell: process.platform === 'win32' })
}

const reasons = [
  [/ENOSPC|no space left/i, diskFull],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|network/i,
    'npm cannot reach its registry, so the dependencies cannot be installed. Check the connection and run it again.',
  ],
  [/EACCES|EPERM|EROFS/, 'npm is not allowed to write to this folder. Check who owns it and run it again.'],
  [
    /EUSAGE/,
    'package.json and package-lock.json do not agree. Run npm install, then node scripts/complete-lock.mjs.',
  ],
]

function reason(output) {
  const known = reasons.find(([pattern]) => pattern.test(output))?.[1]
  if (known) return known
  return `npm ci failed. The end of its output:\n${output.trim().split('\n').slice(-15).join('\n')}`
}

function incomplete(missing) {
  const names =
    missing.length > 3
      ? `${missing.slice(0, 3).join(', ')} and ${missing.length - 3} more`
      : missing.join(', ')
  return `npm left out ${names}, as it does when a connection breaks. Run it again.`
}

function isDiskFull() {
  const { bavail, bsize } = statfsSync(root)
  return bavail * bsize < 50_000_000
}

function fingerprint() {
  const lock = createHash('sha256')
    .update(readFileSync(at('package-lock.json')))
    .digest('hex')
  return `${process.platform}-${process.arch} ${lock}`
}

/**
 * The packages of package-lock.json for this platform that are not installed. None are when somebody ran npm by hand, as in
 * an image that is built offline. Some may be after npm ci: it succeeds without packages marked optional, which here are
 * the binaries for a platform.
 */
function missingPackages({ forTests }) {
  const tree = read(at('node_modules', '.package-lock.json'))
  const found = tree === undefined ? {} : JSON.parse(tree).packages
  return Object.entries(JSON.parse(read(at('package-lock.json'))).packages)
    .filter(([path, entry]) => path.startsWith('node_modules/') && !entry.link && isForThisPlatform(entry))
    .filter(([, entry]) => forTests || !entry.dev)
    .filter(([path, entry]) => found[path]?.version !== entry.version || !existsSync(at(path)))
    .map(([path]) => path.slice('node_modules/'.length))
}

/** Optional packages without a platform are dependencies of those for another one, such as WebAssembly. */
function isForThisPlatform({ optional, os, cpu, libc }) {
  return (
    (!optional || os || cpu) &&
    (!os || os.includes(process.platform)) &&
    (!cpu || cpu.includes(process.arch)) &&
    (!libc || process.platform !== 'linux' || libc.includes(libcOfThisSystem()))
  )
}

function libcOfThisSystem() {
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
}

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
