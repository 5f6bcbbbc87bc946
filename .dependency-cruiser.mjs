// Which folder may import which. Checked by `npm test -- lint`.

import { join } from 'node:path/posix'

const contract = '^packages/contract/'
const ours = '^(packages|apps|e2e|bench|scripts)/'
const tests = '\\.test\\.tsx?$|/test/'

/** A folder of the app may import itself, the contract and the folders named after it. */
export const layers = {
  'apps/server/src': {
    lib: [],
    'config.ts': ['lib'],
    db: ['lib', '../migrations'],
    access: ['db', 'lib'],
    jobs: ['db', 'lib'],
    http: ['access', 'db', 'lib'],
    audio: ['lib'],
    'report-engine': ['access', 'db', 'lib'],
    'feature.ts': ['stores.ts', 'file-stores.ts', 'access', 'http', 'jobs', 'db', 'config.ts', 'lib'],
    features: ['feature.ts', 'report-engine', 'http', 'jobs', 'access', 'db', 'audio', 'config.ts', 'lib'],
  },
  'apps/server': {
    migrations: ['src/db', 'src/lib'],
    geodata: ['src/lib'],
  },
  'apps/web/src': {
    lib: [],
    ui: ['lib'],
    records: ['ui', 'lib'],
    features: ['records', 'ui', 'lib'],
    pages: ['features', 'records', 'ui', 'lib'],
  },
}

/** A room of a folder of the server may import of it itself and the rooms named after it; what is beside the rooms may import all. */
export const rooms = {
  db: {
    tables: [],
    calls: ['tables'],
    records: ['tables'],
    postgres: ['records', 'calls', 'tables'],
    'embedded-calls': ['calls', 'tables'],
  },
  access: { callers: [], rows: ['callers'], 'sign-in': ['callers'] },
  'report-engine': {
    sql: [],
    costs: ['sql'],
    plan: ['costs', 'sql'],
    summary: ['plan', 'costs', 'sql'],
    explanations: ['summary', 'plan', 'sql'],
    details: ['summary', 'plan', 'sql'],
    files: ['details', 'summary', 'plan', 'sql'],
    mails: ['files'],
  },
  'features/ingest': {
    journal: [],
    'writer-lease': [],
    standings: [],
    rows: ['journal', 'standings'],
    changes: ['rows', 'journal'],
    relations: ['changes', 'rows', 'journal'],
    annotations: ['changes', 'journal', 'writer-lease'],
    attribution: ['changes', 'standings'],
    'recording-lists': ['changes', 'journal'],
    'legal-holds': ['recording-lists', 'changes'],
    'self-check': ['relations', 'changes'],
    deletion: ['self-check', 'relations', 'changes', 'rows', 'journal'],
    inserts: ['recording-lists', 'annotations', 'relations', 'changes', 'rows', 'journal'],
    checkpoints: [
      'inserts',
      'deletion',
      'recording-lists',
      'annotations',
      'relations',
      'changes',
      'rows',
      'journal',
    ],
  },
  'features/reports': {
    library: [],
    saved: ['library'],
    running: ['saved', 'library'],
  },
  'features/recordings': {
    keeping: [],
    speech: ['keeping'],
    'spoken-numbers': ['speech', 'keeping'],
    listening: ['spoken-numbers', 'keeping'],
    redaction: ['listening', 'spoken-numbers', 'speech', 'keeping'],
    transcripts: ['redaction', 'listening', 'speech', 'keeping'],
    arrivals: ['redaction', 'listening', 'keeping'],
  },
}

/** Features of the server that others import. Each may import those before it; any other feature, all of them, and it is imported by none. */
export const order = [
  'customers',
  'attributes',
  'media',
  'settings',
  'mail',
  'ingest',
  'report-groups',
  'report-sets',
  'email-templates',
  'entities',
  'entity-groups',
  'change-tracking',
  'calls',
  'reports',
  'menus',
  'users',
  'single-sign-on',
  'recordings',
  'sources',
  'live',
  'subscriptions',
  'saved-reports',
  'alerts',
]

/** What other features of the server may import of a feature, besides its `<name>.ts`. Never its routes or its store. */
const published = [
  'reports/library/reports.ts',
  'reports/running/delivered-report.ts',
  'reports/running/prepare-run.ts',
  'reports/running/report-file.ts',
  'reports/saved/saved-reports.ts',
  'sources/adapter.ts',
  'sources/adapters.ts',
  'sources/rows-again.ts',
  'sources/rows-of-events.ts',
  'subscriptions/edit-subscriptions.ts',
  'subscriptions/preview-mail.ts',
  'subscriptions/recipient-rules.ts',
]

/** What commands and the setup import of features besides: they check, repair, restore and fill in data, which no other feature does. */
const publishedToCommands = [
  // A restore is a command, which puts the parts of a backup in their places while no portal is open.
  'backups/[^/]+\\.ts',
  'change-tracking/chain.ts',
  'imports/import-file.ts',
  'ingest/changes/snapshot-store.ts',
  'ingest/checkpoints/damaged-journal.ts',
  'ingest/relations/relation-rules.ts',
  'ingest/self-check/consistency-repair.ts',
  'recordings/arrivals/upload.ts',
  'recordings/keeping/store.ts',
  'recordings/redaction/work.ts',
]

const layerRules = Object.entries(layers).flatMap(([app, folders]) =>
  Object.entries(folders).map(([folder, lower]) => ({
    name: `${app}/${folder}`,
    comment: `imports only ${['itself', 'the contract', ...lower].join(', ')}`,
    from: { path: inApp(app, folder), pathNot: tests },
    to: { path: ours, pathNot: [contract, ...[folder, ...lower].map((one) => inApp(app, one))] },
  })),
)

const orderRules = order.map((feature, place) => ({
  name: `features below ${feature}`,
  comment: `a feature imports those before it in the order of features: ${order.slice(0, place).join(', ')}`,
  from: { path: `^apps/server/src/features/${feature}/`, pathNot: tests },
  to: {
    path: '^apps/server/src/features/',
    pathNot: order.slice(0, place + 1).map((one) => `^apps/server/src/features/${one}/`),
  },
}))

const roomRules = Object.entries(rooms).flatMap(([folder, those]) =>
  Object.entries(those).map(([room, lower]) => ({
    name: `${folder}/${room}`,
    comment: `imports of its folder only ${['itself', ...lower].join(', ')}`,
    from: { path: inRoom(folder, room), pathNot: tests },
    to: { path: inRoom(folder), pathNot: [room, ...lower].map((one) => inRoom(folder, one)) },
  })),
)

function doors(files) {
  return ['([^/]+)/\\1\\.ts', '[^/]+/feature\\.ts', ...files].map(
    (file) => `^apps/server/src/features/${file}$`,
  )
}

function inRoom(folder, room = '') {
  return `^${join('apps/server/src', folder, room)}/`
}

function inApp(app, folder) {
  return `^${join(app, folder)}(/|$)`
}

const rules = [
  ...layerRules,
  ...orderRules,
  ...roomRules,
  {
    name: 'server features',
    comment: 'a feature imports of another one only what that publishes',
    from: { path: '^apps/server/src/features/([^/]+)/', pathNot: tests },
    to: {
      path: '^apps/server/src/features/',
      pathNot: ['^apps/server/src/features/$1/', ...doors(published)],
    },
  },
  {
    name: 'around server features',
    comment:
      'commands, the setup and the rest import of a feature only what it publishes, and a few files more',
    from: { path: '^apps/server/src/', pathNot: `^apps/server/src/features/|${tests}` },
    to: {
      path: '^apps/server/src/features/',
      pathNot: doors([...published, ...publishedToCommands]),
    },
  },
  {
    name: 'features outside the order',
    comment: 'a feature that others import has a place in the order, so that no two need each other',
    from: { path: '^apps/server/src/features/([^/]+)/', pathNot: tests },
    to: {
      path: '^apps/server/src/features/',
      pathNot: ['$1', ...order].map((one) => `^apps/server/src/features/${one}/`),
    },
  },
  {
    name: 'needs of features',
    comment: 'a feature names in its feature.ts which others it needs, and nowhere else',
    from: { path: '^apps/server/src/features/', pathNot: `/feature\\.ts$|${tests}` },
    to: { path: '^apps/server/src/features/[^/]+/feature\\.ts$' },
  },
  {
    name: 'web features',
    comment: 'features of the web app do not import each other',
    from: { path: '^apps/web/src/features/([^/]+)/', pathNot: tests },
    to: { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
  },
  {
    name: 'contract',
    comment: 'imports only zod, and croner for schedules: whatever it needs, a browser downloads',
    from: { path: contract, pathNot: tests },
    to: { pathNot: [contract, '^node_modules/(zod|croner)/'] },
  },
  {
    name: 'apps',
    comment: 'import neither each other nor what tests and measures them',
    from: { path: '^apps/([^/]+)/' },
    to: { path: ours, pathNot: [contract, '^apps/$1/'] },
  },
  {
    name: 'sources',
    comment: 'import no tests',
    from: { path: '^(packages|apps)/[^/]+/', pathNot: tests },
    to: { path: tests, pathNot: 'node_modules' },
  },
  {
    name: 'journeys',
    comment: 'know the portal from outside only',
    from: { path: '^e2e/' },
    to: { path: '^apps/[^/]+/src/' },
  },
  {
    name: 'circular',
    comment: 'no file needs itself, by way of others: neither what it does nor its types',
    from: { path: ours },
    to: { circular: true },
  },
  {
    name: 'call store',
    comment: 'is queried in reporting and in a store.ts',
    from: { path: '^apps/server/src/(access|jobs)/' },
    to: { path: '/db/calls/call-store' },
  },
  {
    name: 'no re-exports',
    comment: 'what is exported elsewhere is imported from there',
    from: { path: ours },
    to: { dependencyTypes: ['export'] },
  },
  {
    name: 'name the subject',
    comment: 'a name like utils.ts says nothing',
    from: {},
    to: {
      path: '(^|/)(index|utils?|helpers?|types?|constants?|common|misc)\\.(tsx?|mjs)$',
      pathNot: 'node_modules',
    },
  },
]

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: rules.map((rule) => ({ severity: 'error', ...rule })),
  options: {
    // TypeScript 7 has no API to parse with.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/(dist|data)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
    },
  },
}
