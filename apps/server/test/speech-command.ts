// Speech to text as an operator's command, which behaves as the file says that is its first argument.
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const [plan = '', wav = ''] = process.argv.slice(2)
const said = 'WEBVTT\n\n00:01.600 --> 00:01.900\n<v Kim>Good morning\n'
const { length } = readFileSync(wav)

function startOther(): number | undefined {
  return spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' }).pid
}

function note(...pids: (number | undefined)[]): void {
  writeFileSync(join(dirname(plan), 'pids'), JSON.stringify(pids))
}

const ways: Record<string, () => void> = {
  good: () => process.stdout.write(said),
  tells: () => {
    const facts = JSON.stringify({ length, names: Object.keys(process.env).toSorted() })
    process.stdout.write(`WEBVTT\n\n00:00.000 --> 00:01.000\n${facts}\n`)
  },
  fails: () => {
    console.error('The model is not there.')
    process.exitCode = 3
  },
  garbage: () => process.stdout.write('\u0000\u0001 no transcript'),
  huge: () => process.stdout.write(`WEBVTT\n\n${'x'.repeat(1 << 20)}`),
  hangs: () => {
    note(process.pid, startOther())
    setInterval(() => undefined, 1000)
  },
  leaves: () => {
    note(startOther())
    process.stdout.write(said, () => process.exit())
  },
}

ways[readFileSync(plan, 'utf8')]?.()
