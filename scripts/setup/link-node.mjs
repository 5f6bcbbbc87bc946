import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { at, node } from '../places.mjs'
import { SetupError } from './report.mjs'

const wantedMajor = 24
const isWindows = process.platform === 'win32'

/** The npm package that contains Node for this platform. */
function runtimePackage() {
  return `node-${isWindows ? 'win' : process.platform}-${process.arch}`
}

/** Links .bin/node to the Node 24 of the npm package or, where there is none, to the running Node if it is new enough. */
export function linkNode() {
  const packaged = at('node_modules', runtimePackage(), 'bin', isWindows ? 'node.exe' : 'node')
  const target = isLinkedTo(packaged) || runs(packaged) ? packaged : running()
  if (isLinkedTo(target)) return
  mkdirSync(dirname(node), { recursive: true })
  const fresh = `${node}.${process.pid}`
  rmSync(fresh, { force: true })
  if (isWindows) copyFileSync(target, fresh)
  else symlinkSync(target === packaged ? relative(dirname(node), target) : target, fresh)
  renameSync(fresh, node)
}

function isLinkedTo(target) {
  if (isWindows || !existsSync(node)) return false
  try {
    const link = readlinkSync(node)
    return link === target || link === relative(dirname(node), target)
  } catch {
    return false
  }
}

function runs(program) {
  if (!existsSync(program)) return false
  const answer = spawnSync(program, ['--version'], { encoding: 'utf8' })
  return answer.status === 0 && isNewEnough(answer.stdout)
}

function running() {
  if (isNewEnough(process.version)) return process.execPath
  throw new SetupError(
    `no npm package contains Node ${wantedMajor} for ${process.platform} ${process.arch}, and this is Node ${process.versions.node}. ` +
      `Install Node ${wantedMajor} or newer and run it again.`,
  )
}

function isNewEnough(version) {
  return Number(version.replace(/^v/, '').split('.')[0]) >= wantedMajor
}
