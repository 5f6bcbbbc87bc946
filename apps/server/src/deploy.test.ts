import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { clickhouseMigrations } from '../migrations/clickhouse/list.ts'
import { version } from './lib/version.ts'
import { readConfig, variableNames } from './config.ts'

/** What a new version changes of the databases has to be said. */
const newest = {
  PostgreSQL: readdirSync(join(import.meta.dirname, '../migrations/postgres'))
    .toSorted()
    .at(-1)
    ?.slice(0, 4),
  ClickHouse: clickhouseMigrations.at(-1)?.name.slice(0, 4),
}

const root = join(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const names = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name)

/** What Node itself reads, and what the image says of itself. */
const ofNode = ['CALLBOARD_COMMIT', 'NODE_ENV', 'NODE_OPTIONS', 'NODE_COMPILE_CACHE', 'UV_THREADPOOL_SIZE']
const known = [...variableNames, ...ofNode]

const Service = z.object({
  image: z.string(),
  environment: z.record(z.string(), z.string()).default({}),
  volumes: z.array(z.string()),
})
const Replicated = z.object({
  services: z.record(z.string(), z.object({ environment: z.record(z.string(), z.string()).default({}) })),
})
const Compose = z.object({ services: z.record(z.string(), Service) })
const Container = z.object({
  image: z.string(),
  env: z.array(z.object({ name: z.string(), value: z.string().optional() })).default([]),
})
const Workload = z.object({
  metadata: z.object({ name: z.string() }),
  spec: z.object({
    replicas: z.number().default(1),
    template: z.object({ spec: z.object({ containers: z.tuple([Container]) }) }),
  }),
})
const ConfigMap = z.object({ kind: z.literal('ConfigMap'), data: z.record(z.string(), z.string()) })
const List = z.object({ items: z.array(z.unknown()) })

function readServices(file: string): Record<string, z.infer<typeof Service>> {
  return Compose.parse(parse(read(`deploy/compose/${file}`), { merge: true })).services
}

/** The services of a compose file that are the portal, by name. */
function readPortals(file: string): [string, z.infer<typeof Service>][] {
  return Object.entries(readServices(file)).filter(([, { image }]) => image === 'callboard')
}

/** As compose fills in what has to be given, and leaves out what need not. */
const filledIn = (value: string) =>
  value.replaceAll(/\$\{\w+:\?[^}]+\}/g, 'plover-quartz-41').replaceAll(/\$\{\w+:-\}/g, '')

const [alone] = parseAllDocuments(read('deploy/kubernetes/callboard.yaml')).map((one) =>
  z.unknown().parse(one.toJS()),
)
const several = List.parse(parse(read('deploy/kubernetes/several.yaml'))).items
const shared =
  several.map((one) => ConfigMap.safeParse(one).data).find((one) => one !== undefined)?.data ?? {}

/** What runs the portal in a cluster. */
const workloads = [alone, ...several].flatMap((one) => Workload.safeParse(one).data ?? [])

/** The variables of its one container; those of the cluster are for other variables only. */
const environmentOf = ({ spec }: z.infer<typeof Workload>) =>
  spec.template.spec.containers[0].env.flatMap(({ name, value }) =>
    value === undefined ? [] : [[name, value] as const],
  )

describe('what the portal is deployed with', () => {
  const dockerfile = read('Dockerfile')

  it('sets only variables that there are', () => {
    const portals = [...readPortals('compose.yaml'), ...readPortals('several.yaml')]
    const given = [
      ...portals.flatMap(([, { environment }]) => Object.keys(environment)),
      ...workloads.flatMap((one) => environmentOf(one).map(([name]) => name)),
      ...Object.keys(shared),
      ...names(read('deploy/kubernetes/several.yaml'), /--from-literal=(\w+)=/g),
      ...names(read('deploy/systemd/callboard.service'), /^Environment=(\w+)=/gm),
      ...names(dockerfile, /^(?:ENV| {4})\s*([A-Z_]+)=/gm),
    ]
    expect(given.length).toBeGreaterThan(15)
    expect(given.filter((name) => name === undefined || !known.includes(name))).toEqual([])
  })

  it('starts one process on a data folder, in a cluster also two of each sort that share servers, of this version', () => {
    expect(workloads.map(({ metadata: { name }, spec: { replicas } }) => [name, replicas])).toEqual([
      ['callboard', 1],
      ['callboard-migrate', 1],
      ['callboard-web', 2],
      ['callboard-worker', 2],
    ])
    const images = workloads.map(({ spec }) => spec.template.spec.containers[0].image)
    expect(new Set(images)).toEqual(new Set([`callboard:${version}`]))
    const secrets = {
      DATABASE_URL: 'postgres://callboard:plover-quartz-41@postgres/callboard',
      CLICKHOUSE_URL: 'https://callboard:plover-quartz-41@clickhouse:8443',
      AWS_ACCESS_KEY_ID: 'key',
      AWS_SECRET_ACCESS_KEY: 'secret',
    }
    const roles = workloads.slice(2).map((one) => {
      const own = Object.fromEntries(environmentOf(one))
      own['PROCESS_URL'] = own['PROCESS_URL']?.replace('$(POD_IP)', '10.0.0.7') ?? ''
      return readConfig({ ...shared, ...secrets, ...own }).process
    })
    expect(roles).toEqual(['web', 'worker'])
  })

  it('has of several processes two for people and two that work, each on a data folder of its own', () => {
    const portals = readPortals('several.yaml').filter(([name]) => name !== 'migrate')
    const roles = portals.map(([name, { environment }]) => [name, environment['PROCESS']])
    expect(Object.fromEntries(roles)).toEqual({
      'web-1': 'web',
      'web-2': 'web',
      'worker-1': 'worker',
      'worker-2': 'worker',
    })
    const folders = portals.map(([, { volumes }]) => volumes.find((volume) => volume.endsWith(':/data')))
    expect(new Set(folders).size).toBe(portals.length)
    const storage = readServices('several.yaml')['storage']
    for (const [, { environment }] of portals) {
      const given: Record<string, string> = {}
      for (const [name, value] of Object.entries(environment)) given[name] = filledIn(value)
      expect(readConfig(given)).toMatchObject({
        databaseUrl: 'postgres://callboard:plover-quartz-41@postgres/callboard',
        recordings: {
          address: { endpoint: 'http://storage:8333', bucket: storage?.environment['S3_BUCKET'] },
          keys: { id: storage?.environment['AWS_ACCESS_KEY_ID'] },
        },
      })
    }
  })

  it('has a second server of calls, which every process and the migration know', () => {
    const { services } = Replicated.parse(parse(read('deploy/compose/replicated.yaml'), { merge: true }))
    const given = Object.entries(services).filter(
      ([, { environment }]) => 'CLICKHOUSE_CLUSTER' in environment,
    )
    expect(given.map(([name]) => name)).toEqual(readPortals('several.yaml').map(([name]) => name))
    const [, { environment: own }] = given[0] ?? ['', { environment: {} }]
    const variables: Record<string, string> = { DATABASE_URL: 'postgres://x@postgres/callboard' }
    for (const [name, value] of Object.entries(own)) variables[name] = filledIn(value)
    const config = readConfig(variables)
    const hosts = config.clickhouse?.urls.map((url) => new URL(url).hostname) ?? []
    expect(hosts.filter((host) => !(host in services))).toEqual([])
    expect(hosts).toHaveLength(2)
  })

  it('runs a file that there is, and copies folders that there are', () => {
    const copied = names(dockerfile, /^COPY (?!--from)(.+) \S+$/gm).flatMap(
      (paths) => paths?.split(' ') ?? [],
    )
    const run = names(dockerfile, /^ENTRYPOINT \["node", "(.+?)"\]/gm)
    expect(run).toEqual(['apps/server/src/main.ts'])
    expect([...copied, ...run].filter((path) => !existsSync(join(root, path ?? '')))).toEqual([])
  })

  it('is told as a change, with the schemas that it brings', () => {
    const [, latest = ''] = read('CHANGELOG.md').split(/^## /m)
    expect(latest).toMatch(new RegExp(`^${RegExp.escape(version)} `))
    for (const [name, number] of Object.entries(newest)) expect(latest).toContain(`${name} ${number}`)
  })
})
