import { createHash } from 'node:crypto'
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const templates = join(root, 'node_modules/.cache/portal-templates')
const unusedMs = 24 * 3_600_000

/** Whatever a first start may write is made of these. */
const sources = [
  'apps/server/{src,migrations}/**/*.{ts,json}',
  'apps/server/test/make-portal-template.ts',
  'packages/contract/src/**/*.ts',
  'package-lock.json',
]

const password = 'plover quartz 41'

/** Vitest's global set-up: what every test of the whole portal starts from. It takes seconds to make, and is kept for the next run. */
export async function setup(project: TestProject): Promise<void> {
  const folder = join(templates, hashOfSources())
  if (!isThere(folder)) await make(folder)
  const now = new Date()
  utimesSync(folder, now, now)
  deleteUnused(now.getTime() - unusedMs)
  project.provide('portalTemplate', folder)
  project.provide('adminPassword', password)
}

function hashOfSources(): string {
  const hash = createHash('sha256').update(password)
  for (const path of globSync(sources, { cwd: root }).toSorted())
    if (!path.endsWith('.test.ts')) hash.update(`\0${path}\0`).update(readFileSync(join(root, path)))
  return hash.digest('hex').slice(0, 16)
}

/** Beside its place, so that no other run finds half of it. */
async function make(folder: string): Promise<void> {
  // Loaded when it is needed: it is the whole portal.
  const { makePortalTemplate } = await import('./make-portal-template.ts')
  mkdirSync(templates, { recursive: true })
  const made = mkdtempSync(`${folder}-`)
  try {
    await makePortalTemplate(made, password)
    renameSync(made, folder)
  } catch (error) {
    rmSync(made, { recursive: true, force: true })
    // Another run may have been first.
    if (!isThere(folder)) throw error
  }
}

function deleteUnused(before: number): void {
  for (const folder of globSync(`${templates}/*`))
    if (statSync(folder).mtimeMs < before) rmSync(folder, { recursive: true, force: true })
}

function isThere(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false }) !== undefined
}
