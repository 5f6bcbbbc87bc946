import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { at } from '../places.mjs'
import { say } from './report.mjs'

const lock = at('.bin', 'setup.lock')
const heartbeatMs = 2000
const staleMs = 20_000

/** Runs `work` while no other process of this clone does. An abandoned lock is removed. */
export async function withSetupLock(work) {
  const token = JSON.stringify({ pid: process.pid, host: hostname(), id: randomUUID() })
  mkdirSync(at('.bin'), { recursive: true })
  let isAnnounced = false
  while (!acquire(token)) {
    if (removeIfAbandoned()) continue
    if (!isAnnounced) say('another set-up of this clone is running, waiting for it')
    isAnnounced = true
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  const heartbeat = setInterval(() => touch(), heartbeatMs)
  const release = () => {
    if (read() === token) rmSync(lock, { force: true })
  }
  process.once('exit', release)
  try {
    return await work()
  } finally {
    clearInterval(heartbeat)
    process.off('exit', release)
    release()
  }
}

function acquire(token) {
  try {
    writeFileSync(lock, token, { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function removeIfAbandoned() {
  const seen = read()
  if (seen === undefined) return true
  if (!isAbandoned(seen)) return false
  const aside = `${lock}.${process.pid}`
  try {
    renameSync(lock, aside)
  } catch {
    return true
  }
  if (readFileSync(aside, 'utf8') === seen) rmSync(aside)
  else renameSync(aside, lock)
  return true
}

function isAbandoned(token) {
  const idleMs = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0)
  if (idleMs > staleMs) return true
  try {
    const { pid, host } = JSON.parse(token)
    return host === hostname() && !isAlive(pid)
  } catch {
    return false
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function read() {
  try {
    return readFileSync(lock, 'utf8')
  } catch {
    return undefined
  }
}

function touch() {
  try {
    utimesSync(lock, new Date(), new Date())
  } catch {
    // Removed as abandoned: the other process does the same work again, with the same result.
  }
}
