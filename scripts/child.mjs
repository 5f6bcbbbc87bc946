import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { root } from './places.mjs'

const repeatMs = 1000
const interactiveGraceMs = 10_000

/**
 * Runs a program and forwards the signals that this process receives, at most one a second: npm and the terminal may both
 * send the same one. Ctrl-C in a terminal already reaches every process of the group. A program of which half the work is
 * worth nothing (`isExpendable`) is killed at once. One that has printed nothing for `stallMs` is stuck, and stopped.
 * `stopSignal` is the first signal that was received.
 */
export async function run(command, args, options = {}) {
  const { capture = false, isExpendable = false, stallMs, ...given } = options
  const stdio = capture || stallMs !== undefined ? ['ignore', 'pipe', 'pipe'] : 'inherit'
  const child = spawn(command, args, { cwd: root, stdio, ...given })
  const forwarding = forwardSignals(child, isExpendable)
  const watch = watchProgress(child, stallMs)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      watch.progress()
      if (capture) output += chunk
      else process.stdout.write(chunk)
    })
  }
  try {
    const end = await ended(child)
    return { ...end, output, stopSignal: forwarding.stopSignal() }
  } finally {
    watch.stop()
    forwarding.stop()
  }
}

function watchProgress(child, stallMs) {
  if (stallMs === undefined) return { progress() {}, stop() {} }
  const timers = []
  const stalled = () => {
    console.error(`Nothing has been printed for ${stallMs / 60_000} minutes: it is stuck, and stopped.`)
    child.kill('SIGTERM')
    timers.push(setTimeout(() => child.kill('SIGKILL'), interactiveGraceMs))
  }
  const timer = setTimeout(stalled, stallMs)
  timers.push(timer)
  return {
    progress: () => timer.refresh(),
    stop: () => timers.forEach((one) => clearTimeout(one)),
  }
}

/** Ends this process as the child ended, by the same signal if there was one, so that npm prints nothing about it. */
export function endAs({ code, signal, stopSignal }) {
  const by = code === 0 ? undefined : (stopSignal ?? signal)
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
  let first
  let lastAt = 0
  const timers = []
  const forward = (signal) => {
    first ??= signal
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
  const listeners = signals.map((signal) => [signal, () => forward(signal)])
  for (const [signal, listener] of listeners) process.on(signal, listener)
  timers.push(watchAncestors(() => forward('SIGTERM')))
  return {
    stopSignal: () => first,
    stop() {
      for (const timer of timers) clearTimeout(timer)
      for (const [signal, listener] of listeners) process.off(signal, listener)
    },
  }
}

/** npm starts a shell, and the shell this process. Either may die of a signal without forwarding it. */
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

/** The process id of the parent and, on Linux, of its parent. */
function ancestors() {
  try {
    const status = readFileSync(`/proc/${process.ppid}/stat`, 'utf8')
    return `${process.ppid} ${status.slice(status.lastIndexOf(')') + 2).split(' ')[1]}`
  } catch {
    return String(process.ppid)
  }
}
