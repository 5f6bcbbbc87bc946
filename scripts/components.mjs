import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readLock } from './lock-entries.mjs'
import { at } from './places.mjs'

/** Packages whose package.json does not say it, by what their licence file says. */
const said = { 'png-js': 'MIT' }

/** Under which the portal may be passed on as a whole, as long as their texts are. */
const allowed = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'MPL-2.0',
  'OFL-1.1',
  // Of libraries that are loaded as they come, and can be replaced.
  'LGPL-2.1',
  'LGPL-3.0-or-later',
])

/** What the portal consists of beside its own code: the packages of the lock file that are not for development alone. */
export function listComponents(lock = readLock()) {
  return Object.entries(lock.packages)
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.dev && !entry.link)
    .map(([path, { version, license }]) => {
      const name = path.replace(/^.*node_modules\//, '')
      return { name, version, license: license ?? said[name], path }
    })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

/** Whether one of the choices that a licence gives, with all of its parts, is allowed. */
export function isAllowed(license = '') {
  const choices = license.replaceAll(/[()]/g, '').split(' OR ')
  return choices.some((choice) => choice.split(' AND ').every((part) => allowed.has(part)))
}

/** The texts of its licence and notices; none where the package is for another platform, or brings none. */
export function readTexts({ path }) {
  let names
  try {
    names = readdirSync(at(path))
  } catch {
    return []
  }
  return names
    .filter((name) => /^(licen[cs]e|copying|notice|ofl)([.-].*)?$/i.test(name))
    .map((name) => readFileSync(join(at(path), name), 'utf8').trim())
}
