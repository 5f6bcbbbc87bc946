// What the linter has no rule for: which folder imports which (import-rules.mjs), names that say nothing, tests left
// out, re-exports, and silenced rules without a reason.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { basename, dirname, posix } from 'node:path'
import { contractPackages, isAllowed, published, reserved, zoneOf } from './import-rules.mjs'
import { at } from './places.mjs'

const folders = ['packages', 'apps', 'e2e', 'bench', 'scripts']
const notOurs = new Set(['node_modules', 'dist', 'data'])
const isSource = /\.(ts|tsx|mjs)$/
const emptyNames = /^(index|utils?|helpers?|types?|constants?|common|misc)\.(test\.)?(tsx?|mjs)$/
const importPattern =
  /\b(import|export)\b([^'"`;=()]*?)\bfrom\s*['"]([^'"]+)['"]|\bimport\s*\(?\s*['"]([^'"]+)['"]/g
const leftOut = /\b(?:it|test|describe)(?:\.\w+)*\.(?:only|skip|todo|fixme)\b/
const silenced = /(?:oxlint|eslint)-disable(?!.*\s--\s+\S)|@ts-(?:ignore|expect-error)\s*$/

const faults = folders.flatMap(files).flatMap(faultsOf)
for (const fault of faults) console.error(fault)
process.exitCode = faults.length > 0 ? 1 : 0

function files(folder) {
  if (!existsSync(at(folder))) return []
  return readdirSync(at(folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return notOurs.has(entry.name) ? [] : files(path)
    return isSource.test(path) ? [path] : []
  })
}

function faultsOf(file) {
  const text = readFileSync(at(file), 'utf8')
  return [
    ...(emptyNames.test(basename(file)) ? [`${file}: name the subject of this file`] : []),
    ...lineFaults(file, text),
    ...imports(file, text).flatMap((each) => importFaults(file, each)),
  ]
}

function lineFaults(file, text) {
  if (file === 'scripts/check-layout.mjs') return []
  return text
    .split('\n')
    .flatMap((line, index) => [
      ...(leftOut.test(line) ? [`${file}:${index + 1}: a test is left out, or leaves out all others`] : []),
      ...(silenced.test(line) ? [`${file}:${index + 1}: say after " -- " why the rule is silenced`] : []),
    ])
}

function imports(file, text) {
  return [...text.matchAll(importPattern)].map(([whole, keyword, clause = '', from, alone]) => {
    const specifier = from ?? alone
    const line = text.slice(0, text.indexOf(whole)).split('\n').length
    return { specifier, clause, line, isReExport: keyword === 'export', target: targetOf(file, specifier) }
  })
}

/** The file of this repository that is imported, or undefined for a package. */
function targetOf(file, specifier) {
  if (specifier.startsWith('.')) return posix.join(dirname(file), specifier)
  if (specifier.startsWith('#server/')) return `apps/server/src/${specifier.slice(8)}`
  if (specifier.startsWith('#web/')) return `apps/web/src/${specifier.slice(5)}`
  const [, workspace, rest] = /^@callboard\/(contract|server|web)(?:\/(.*))?$/.exec(specifier) ?? []
  if (workspace === 'contract') return `packages/contract/src/${rest}.ts`
  return workspace && `apps/${workspace}/src/${rest}`
}

function importFaults(file, each) {
  const place = `${file}:${each.line}`
  const zone = zoneOf(file)
  return [
    ...(each.isReExport ? [`${place}: re-exports ${each.specifier}; import it where it is used`] : []),
    ...reserved
      .filter(({ isMeant, files: may }) => isMeant(each) && !may.test(file))
      .map(({ what }) => `${place}: may not import ${what}`),
    ...(zone && each.target ? zoneFaults(file, zone, each.target).map((fault) => `${place}: ${fault}`) : []),
    ...(zone?.name === 'contract' && !each.target && !isContractPackage(file, each.specifier)
      ? [`${place}: the contract imports only ${contractPackages.join(', ')}`]
      : []),
    ...(file.startsWith('e2e/') && /^apps\/\w+\/src\//.test(each.target ?? '')
      ? [`${place}: a journey knows the portal from outside only`]
      : []),
  ]
}

function zoneFaults(file, zone, target) {
  const other = zoneOf(target)
  if (!other) return [`${zone.name} may not import ${target}`]
  if (!isAllowed(zone, other)) return [`${zone.name} may not import ${other.name} (${target})`]
  if (zone.name !== other.name || !zone.name.endsWith(' feature')) return []
  return featureFaults(file, zone, target)
}

/** A server feature may import what another one publishes; web features do not know each other. */
function featureFaults(file, zone, target) {
  const [mine, its] = [featureOf(file), featureOf(target)]
  if (mine === its) return []
  const open = [`${its}.ts`, ...(published[its] ?? [])]
  if (zone.name === 'server feature' && open.includes(basename(target))) return []
  return [`feature ${mine} may not import ${basename(target)} of feature ${its}`]
}

function featureOf(file) {
  return /\/features\/([^/]+)/.exec(file)?.[1]
}

function isContractPackage(file, specifier) {
  return contractPackages.includes(specifier) || (file.endsWith('.test.ts') && specifier === 'vitest')
}
