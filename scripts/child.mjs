import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { root } from './places.mjs'

const repeatMs = 1000
const interactiveGraceMs = 10_000

/**
 * Runs a program to its end and hands on the signals that reach this process, each once a second at most: npm and
 * the terminal may both send the same one. Ctrl-C in a terminal already reaches every process of the group. A program
 * whose half-done work counts for nothing, `isExpendable`, is ended at once.
 */
export async function run(command, args, { capture = false, isExpendable = false, ...options } = {}) {
  const stdio = capture ? ['ignore', 'pipe', 'pipe'] : 'inherit'
  const child = spawn(command, args, { cwd: root, stdio, ...options })
  const forwarding = forwardSignals(child, isExpendable)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  try {
    const end = await ended(child)
    return { ...end, output, asked: forwarding.asked() }
  } finally {
    forwarding.stop()
  }
}

/** Ends this process as the child ended, by the same signal where one was sent, so that npm has nothing to add. */
export function endAs({ code, signal, asked }) {
  const by = code === 0 ? undefined : (asked ?? signal)
  if (by && process.platform !== 'win32') {
    process.removeAllListeners(by)
    process.kill(process.pid, by)
    setTimeout(() => process.exit(1), repeatMs)
    return
  }
  process.exit(code ?? 1)
}

function ended(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
}

function forwardSignals(child, isExpendable) {
  let asked
  let lastAt = 0
  const timers = []
  const pass = (signal) => {
    asked ??= signal
    if (Date.now() - lastAt < repeatMs) return
    lastAt = Date.now()
    if (isExpendable) {
      child.kill('SIGKILL')
    } else if (signal === 'SIGINT' && process.stdin.isTTY) {
      timers.push(setTimeout(() => child.kill('SIGTERM'), interactiveGraceMs))
    } else {
      child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
    }
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  const listeners = signals.map((signal) => [signal, () => pass(signal)])
  for (const [signal, listener] of listeners) process.on(signal, listener)
  timers.push(watchAncestors(() => pass('SIGTERM')))
  return {
    asked: () => asked,
    stop() {
      for (const timer of timers) clearTimeout(timer)
      for (const [signal, listener] of listeners) process.off(signal, listener)
    },
  }
}

/**
 * npm starts a shell and the shell this process. Either may die of a signal without handing it on, and then only its
 * disappearance tells.
 */
function watchAncestors(onGone) {
  if (!process.env.npm_lifecycle_event) return undefined
  const before = ancestors()
  const timer = setInterval(() => {
    if (ancestors() === before) return
    clearInterval(timer)
    onGone()
  }, repeatMs)
  timer.unref()
  return timer
}

/** This process's parent and, where the system shows it in a file, the parent of that. */
function ancestors() {
  try {
    const status = readFileSync(`/proc/${process.ppid}/stat`, 'utf8')
    return `${process.ppid} ${status.slice(status.lastIndexOf(')') + 2).split(' ')[1]}`
  } catch {
    return String(process.ppid)
  }
}
