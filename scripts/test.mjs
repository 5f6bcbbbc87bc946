// Everything that CI runs, in order; later steps run even if an earlier one fails.
// npm test [-- lint | types | unit | e2e]
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { endAs, run } from './child.mjs'
import { at, node, root } from './places.mjs'
import { serverEnv } from './server-env.mjs'
import { buildWeb } from './setup/build-web.mjs'
import { prepare } from './setup/prepare.mjs'
import { SetupError } from './setup/report.mjs'
import {
  countJourneys,
  countUnitTests,
  exitCodeOf,
  hasPassed,
  listUnitTests,
  specsOf,
} from './test-counts.mjs'

// The bench imports the server, and is checked with all of it: apart, most of the server would be checked twice.
const projects = ['packages/contract', 'apps/web', 'e2e', 'bench', '.']
const reports = {
  vitest: at('test-results', 'vitest.json'),
  leftBehind: at('test-results', 'left-behind.json'),
  playwright: at('test-results', 'playwright.json'),
}

/** Both runners print each file or journey when it has ended. */
const stallMs = 30 * 60_000

const steps = [
  { part: 'lint', name: 'format', run: () => check('oxfmt/bin/oxfmt', '--list-different') },
  { part: 'lint', name: 'lint', run: () => check('oxlint/bin/oxlint') },
  { part: 'lint', name: 'imports', run: imports },
  { part: 'lint', name: 'lines', run: () => script('check-lines.mjs') },
  { part: 'lint', name: 'words', run: () => script('check-words.mjs') },
  { part: 'lint', name: 'lock', run: () => script('check-lock.mjs') },
  { part: 'lint', name: 'unused', run: () => check('knip/bin/knip.js', '--no-progress') },
  ...projects.map((project) => ({
    part: 'types',
    name: `types ${project}`,
    run: () => check('typescript/bin/tsc', '-p', project),
  })),
  { part: 'unit', name: 'unit', run: unit },
  { part: 'e2e', name: 'web build', run: web },
  { part: 'e2e', name: 'journeys', run: journeys },
]

/** Steps that leave a core idle most of the time: they run first, two at a time. Their output is printed when they end. */
const isShort = ({ part, name }) => part === 'lint' || part === 'types' || name === 'web build'

/** What came of the tests of a step. */
const counters = {
  unit: () =>
    countUnitTests(read(reports.vitest), {
      files: listFiles(/\.test\.tsx?$/, 'apps', 'packages', 'bench'),
      leftBehind: read(reports.leftBehind) ?? [],
    }),
  journeys: () => countJourneys(read(reports.playwright), listFiles(/\.spec\.ts$/, 'e2e')),
}

/** Each test of the reports with its seconds, and of one that failed what it said; as far as there are reports. */
function ranTests() {
  const unitTests = [
    ...listUnitTests(read(reports.vitest)),
    ...(read(reports.leftBehind) ?? []).map((left) => ({ ...left, name: 'left behind', ms: 0 })),
  ].map((ran) => ({ ...ran, file: relative(root, ran.file) }))
  const journeyTests = specsOf(read(reports.playwright)?.suites ?? []).map(({ file, title, tests }) => {
    const results = tests.flatMap((one) => one.results)
    const [message = 'It did not run.'] = results.flatMap(({ errors = [] }) =>
      errors.map((error) => error.message),
    )
    return {
      file: `e2e/${file}`,
      name: title,
      ms: Math.max(0, ...results.map(({ duration }) => duration)),
      failure: tests.every(hasPassed) ? undefined : message,
    }
  })
  return [...unitTests, ...journeyTests]
}

const parts = new Set(steps.map(({ part }) => part))
const wanted = process.argv.slice(2)
if (wanted.some((part) => !parts.has(part))) {
  console.error(`npm test has these parts: ${[...parts].join(', ')}`)
  process.exit(2)
}

await prepare({ forTests: true })
rmSync(at('test-results'), { recursive: true, force: true })
mkdirSync(at('test-results'))

const outcomes = []
/** How the first step ended that a signal stopped; none is begun after it. */
let stopped
const chosen = steps.filter(({ part }) => wanted.length === 0 || wanted.includes(part))
const short = chosen.filter(isShort)
const long = chosen.filter((step) => !isShort(step))
await Promise.all([runShort(), runShort()])
// Side by side: what waits in one leaves the cores to the other. A single core has enough of one of them.
if (availableParallelism() > 1) await Promise.all(long.map(runLong))
else for (const step of long) await runLong(step)
summarise()
if (stopped !== undefined) endAs(stopped)

/** Prints what the first one says at once, and of the other ones when they have ended. */
async function runLong(step) {
  if (stopped !== undefined) return
  if (step === long[0]) console.log(`\n— ${step.name}`)
  const { output = '' } = await outcomeOf(step)
  if (step !== long[0]) console.log(`\n— ${step.name}\n${output}`.trimEnd())
}

async function runShort() {
  for (let step = short.shift(); step !== undefined && stopped === undefined; step = short.shift()) {
    const { output = '' } = await outcomeOf(step)
    console.log(`\n— ${step.name}\n${output}`.trimEnd())
  }
}

async function outcomeOf(step) {
  const startMs = Date.now()
  const end = await step.run()
  if (end.stopSignal) stopped ??= end
  const isOk = end.code === 0 && !end.stopSignal
  outcomes.push({ name: step.name, isOk, seconds: (Date.now() - startMs) / 1000 })
  return end
}

function check(path, ...args) {
  return run(node, [at('node_modules', path), ...args], { env: serverEnv(), capture: true })
}

function script(name) {
  return run(node, [at('scripts', name)], { capture: true })
}

function imports() {
  const folders = ['packages', 'apps', 'e2e', 'bench', 'scripts']
  const args = ['--config', '.dependency-cruiser.mjs', '--output-type', 'err-long', ...folders]
  return check('dependency-cruiser/bin/dependency-cruiser.mjs', ...args)
}

function unit() {
  const reporters = ['default', 'json', at('scripts', 'left-behind.mjs')].map((name) => `--reporter=${name}`)
  const args = ['run', ...reporters, `--outputFile.json=${reports.vitest}`]
  const env = { LEFT_BEHIND: reports.leftBehind }
  return test('vitest/vitest.mjs', args, { env, capture: long[0].name !== 'unit' })
}

async function web() {
  try {
    const tooHeavy = await buildWeb()
    if (tooHeavy.length === 0) return { code: 0 }
    console.error(`callboard: too much JavaScript: ${tooHeavy.join(', ')}.`)
    return { code: 1 }
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    console.error(`callboard: ${error.message}`)
    return { ...error.end, code: 1 }
  }
}

function journeys() {
  if (outcomes.some(({ name, isOk }) => name === 'web build' && !isOk)) return { code: 1 }
  const args = ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json']
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: reports.playwright }
  return test('@playwright/test/cli.js', args, { env, capture: long[0].name !== 'journeys' })
}

function test(path, args, { env = {}, capture }) {
  const colors = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
  const options = { env: { ...serverEnv(), ...colors, ...env }, capture, stallMs }
  return run(node, [at('node_modules', path), ...args], options)
}

function summarise() {
  console.log('')
  for (const { name, isOk, seconds } of outcomes) {
    console.log(`${isOk ? 'ok    ' : 'FAILED'}  ${name.padEnd(24)} ${seconds.toFixed(1).padStart(6)} s`)
  }
  const ran = ranTests()
  const slowest = ran.toSorted((one, other) => other.ms - one.ms)
  if (slowest.length > 0) console.log('\nthe slowest tests:')
  for (const { file, name, ms } of slowest.slice(0, 10)) {
    console.log(`${(ms / 1000).toFixed(1).padStart(6)} s  ${file}: ${name}`)
  }
  const failures = ran.filter(({ failure }) => failure !== undefined)
  if (failures.length > 0) console.log('\nwhat failed:')
  for (const { file, name, failure } of failures.slice(0, 20)) {
    const lines = stripVTControlCharacters(failure)
      .split('\n')
      .filter((line) => line.trim() !== '')
    console.log(
      [`${file}: ${name}`, ...lines.slice(0, 12).map((line) => `    ${line.slice(0, 200)}`)].join('\n'),
    )
  }
  const counts = chosen.flatMap(({ name }) => (counters[name] ? [countOf(name)] : []))
  const missingFiles = counts.flatMap((count) => count.missingFiles)
  if (missingFiles.length > 0) console.log('\nthe tests of these files did not run:')
  for (const file of missingFiles) console.log(`  ${relative(root, file)}`)
  const sum = (key) => counts.reduce((total, count) => total + count[key], 0)
  if (counts.length > 0) console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
  process.exitCode = exitCodeOf(outcomes, counts)
}

/** A runner that fails has failed in something, also where that is none of its tests. */
function countOf(name) {
  const isOk = outcomes.some((outcome) => outcome.name === name && outcome.isOk)
  const count = counters[name]()
  return isOk ? count : { ...count, failed: Math.max(1, count.failed) }
}

function listFiles(ending, ...folders) {
  return folders.flatMap((folder) =>
    readdirSync(at(folder), { recursive: true })
      .filter((file) => ending.test(file) && !file.includes('node_modules'))
      .map((file) => at(folder, file)),
  )
}

function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}
