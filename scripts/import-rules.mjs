/**
 * Which folder may import which. A file belongs to the first zone whose pattern it matches, and may import its own
 * zone and those listed. Tests may import anything of their own workspace.
 */
export const zones = [
  { name: 'contract', files: /^packages\/contract\//, mayImport: [] },

  { name: 'server tests', files: /^apps\/server\/(test\/|.*\.test\.ts$)/, mayImport: ['server', 'contract'] },
  { name: 'server geodata', files: /^apps\/server\/geodata\//, mayImport: ['server lib'] },
  { name: 'server migrations', files: /^apps\/server\/migrations\//, mayImport: ['server db', 'server lib'] },
  { name: 'server feature', files: /^apps\/server\/src\/features\//, mayImport: ['server base', 'contract'] },
  {
    name: 'server db',
    files: /^apps\/server\/src\/db\//,
    mayImport: ['server base', 'server migrations', 'contract'],
  },
  {
    name: 'server lib',
    files: /^apps\/server\/src\/lib\//,
    mayImport: ['server base', 'server geodata', 'contract'],
  },
  {
    name: 'server base',
    files: /^apps\/server\/src\/((reporting|access|http|jobs)\/|config\.ts$)/,
    mayImport: ['server base', 'contract'],
  },
  {
    name: 'server main',
    files: /^apps\/server\/src\//,
    mayImport: ['server feature', 'server base', 'server migrations', 'contract'],
  },

  { name: 'web tests', files: /^apps\/web\/(test\/|.*\.test\.tsx?$)/, mayImport: ['web', 'contract'] },
  { name: 'web lib', files: /^apps\/web\/src\/lib\//, mayImport: ['contract'] },
  { name: 'web ui', files: /^apps\/web\/src\/ui\//, mayImport: ['web lib', 'contract'] },
  { name: 'web records', files: /^apps\/web\/src\/records\//, mayImport: ['web ui', 'web lib', 'contract'] },
  {
    name: 'web feature',
    files: /^apps\/web\/src\/features\//,
    mayImport: ['web records', 'web ui', 'web lib', 'contract'],
  },
  {
    name: 'web page',
    files: /^apps\/web\/src\/pages\//,
    mayImport: ['web feature', 'web records', 'web ui', 'web lib', 'contract'],
  },
  {
    name: 'web app',
    files: /^apps\/web\//,
    mayImport: ['web page', 'web feature', 'web records', 'web ui', 'web lib', 'contract'],
  },
]

/**
 * What a feature of the server lets other features import: `<name>.ts`, and beyond it the files listed here. Its
 * routes and its store are never among them.
 */
export const published = {
  entities: ['group-codes.ts', 'names.ts'],
}

export function zoneOf(file) {
  return zones.find((zone) => zone.files.test(file))
}

/** `server base` covers the lower layers, `server` and `web` a whole workspace. */
export function isAllowed(from, to) {
  if (from.name === to.name) return true
  const isBase = ['server base', 'server db', 'server lib'].includes(to.name)
  return from.mayImport.some(
    (name) => name === to.name || (name === 'server base' && isBase) || to.name.startsWith(`${name} `),
  )
}

/** Names that some files alone may import. */
export const reserved = [
  {
    what: 'sql of kysely (SQL belongs into a store.ts)',
    isMeant: ({ specifier, clause }) => specifier === 'kysely' && /[{,]\s*sql\b/.test(clause),
    files: /^apps\/server\/(migrations\/|test\/|src\/(db|access)\/|.*\bstore\.ts$|.*\.test\.ts$)/,
  },
  {
    what: 'more of the call store than CallStore and its errors (queries are made in reporting/ and in a store.ts)',
    isMeant: ({ target = '', clause }) =>
      target.startsWith('apps/server/src/db/call-store') && !isPassedOn(target, clause),
    files:
      /^apps\/server\/(test\/|migrations\/|src\/(db|reporting)\/|src\/http\/errors\.ts$|src\/[^/]+\.ts$|.*\/store\.ts$|.*\.test\.ts$)/,
  },
]

/** Packages the contract may import: whatever it needs, a browser downloads. */
export const contractPackages = ['zod']

/** Whoever passes the call store on needs its type, and whoever catches its errors their class. */
function isPassedOn(target, clause) {
  const names = clause.replace(/\btype\b/g, '').match(/\w+/g) ?? []
  return target.endsWith('/call-store.ts') && names.every((name) => /^CallStore(Error(Kind)?)?$/.test(name))
}
